/** Names that change hands (docs/domains.md, Names change hands). */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { lookAtLostNames } from '../../../src/domains/changed-hands.ts';
import { DnsQuestions } from '../../../src/domains/dns-questions.ts';
import { openPools, query } from '../../support/database.ts';
import { type DnsServer, startDnsServer } from '../../support/dns-server.ts';
import type { Answer } from '../../support/http.ts';
import { printedByAdmin } from '../../support/operator.ts';
import { startTestProgram, type Tenant, type TestProgram } from '../../support/program.ts';
import { createPublicSite } from '../../support/public-site.ts';
import { type SignedIn, signIn } from '../../support/sign-in.ts';

interface Owner extends Tenant, SignedIn {}

let dns: DnsServer;
let vitrine: TestProgram;
let former: Owner;
let next: Owner;
let names = 0;
let hote = '';

beforeAll(async () => {
  dns = await startDnsServer();
  vitrine = await startTestProgram({
    ...{ SITES_DOMAIN: 'sites-essai.fr', BASE_URL: 'http://studio.service-essai.fr', DNS_SERVERS: dns.address },
    ...{ SMTP_URL: 'smtp://127.0.0.1:9', MAIL_FROM: 'vitrine@exemple.fr' },
  });
  former = await owner('ancien');
  next = await owner('nouveau');
});
afterAll(() => Promise.all([vitrine.close(), dns.end()]));
beforeEach(async () => {
  hote = `nom-${++names}.chez-lea-essai.fr`;
  await sql("DELETE FROM tentatives WHERE genre = 'domaine'");
  await sql('DELETE FROM courriels');
});

const sql = async (text: string, values: unknown[] = []) => (await query(vitrine.databaseUrl, text, values)).rows;

async function owner(word: string): Promise<Owner> {
  const site = await createPublicSite(vitrine, { 'layout/theme.liquid': word });
  await sql('UPDATE comptes SET confirme_le = now() WHERE id = $1', [site.accountId]);
  return { ...site, ...(await signIn(vitrine, site)) };
}

const call = (who: Owner, method: string, path = '', body?: unknown) => {
  const headers = { ...who.headers, 'x-service-site-cible': who.siteId };
  return vitrine.ask({ method, path: `/api/domaines${path}`, headers, ...(body === undefined ? {} : { body }) });
};
const outcome = (answer: Answer) => [answer.status, answer.status < 300 ? undefined : answer.json().error];
const claimed = async (who: Owner): Promise<string> =>
  (await call(who, 'POST', '', { hote })).json().enregistrement.valeur;
const verify = async (who: Owner) => call(who, 'POST', `/${hote}/verification`);
/** What stands at the name of the proof, and nothing else. */
const standing = (...values: string[]) => dns.tell({ txt: values.map((value) => [`_vitrine.${hote}`, value]) });
const visited = async () => (await vitrine.ask({ host: hote, path: '/' })).text;
const lostOf = async (who: Owner) =>
  (await call(who, 'GET')).json().domaines.map((one: { perdu?: object }) => one.perdu);
const told = () => sql("SELECT destinataire, site_id, donnees FROM courriels WHERE genre = 'domaine_perdu'");
/** As if so many days had passed since the proof was first seen to be gone, or since it was seen so last. */
const later = (days: number, column: 'perdu_depuis' | 'perdu_vu_le' = 'perdu_depuis') =>
  sql(`UPDATE domaines SET ${column} = ${column} - make_interval(days => $2) WHERE hote = $1`, [hote, days]);
async function look(server = dns.address): Promise<void> {
  const db = openPools(vitrine.databaseUrl, 'vitrine_service');
  await lookAtLostNames(db, new DnsQuestions([server]), new AbortController().signal);
  await db.end();
}

/** A name that one site has proven, and whose record is now that of another one. @returns both proofs */
async function sold(): Promise<{ readonly old: string; readonly fresh: string }> {
  const old = await claimed(former);
  await standing(old);
  expect((await verify(former)).status).toBe(200);
  const fresh = await claimed(next);
  await standing(fresh);
  return { old, fresh };
}

describe('a name that was bought by somebody else', () => {
  it('goes to its new owner once the former proof has been gone for seven days, of which the former owner was told', async () => {
    const { old } = await sold();
    const refused = await verify(next);
    expect([outcome(refused), refused.json().message]).toEqual([
      [409, 'domaine_pris'],
      expect.stringContaining('ce site a été prévenu'),
    ]);
    expect(await visited()).toContain('ancien');
    const [account] = await sql('SELECT email FROM comptes WHERE id = $1', [former.accountId]);
    const record = { nom: `_vitrine.${hote}`, valeur: old };
    expect(await told()).toEqual([
      {
        destinataire: account.email,
        site_id: former.siteId,
        donnees: { hote, libre_le: expect.any(String) },
      },
    ]);
    expect(await lostOf(former)).toEqual([
      { enregistrement: { ...record, type: 'TXT' }, libre_le: expect.any(String) },
    ]);

    await later(6);
    expect(outcome(await verify(next))).toEqual([409, 'domaine_pris']);
    expect(await told()).toHaveLength(1);
    await later(1);
    expect(outcome(await verify(next))).toEqual([200, undefined]);
    expect(await visited()).toContain('nouveau');
    expect((await call(former, 'GET')).json().domaines).toEqual([]);
    const acts = await sql(
      "SELECT acte, moyen FROM journal WHERE site_id = $1 AND details->>'hote' = $2 ORDER BY fait_le",
      [...[former.siteId, hote]],
    );
    expect(acts.at(-1)).toEqual({ acte: 'domaine_retire', moyen: 'programme' });
  });

  it('stays with its former owner whose proof comes back, and the days begin anew when it is gone again', async () => {
    const { old, fresh } = await sold();
    await verify(next);
    await later(7);
    await standing(fresh, old);
    expect(outcome(await verify(next))).toEqual([409, 'domaine_pris']);
    expect(await lostOf(former)).toEqual([undefined]);
    await standing(fresh);
    expect(outcome(await verify(next))).toEqual([409, 'domaine_pris']);
    expect(await told()).toHaveLength(2);
    await later(6);
    await standing(old);
    await look();
    expect(await lostOf(former)).toEqual([undefined]);
    await call(former, 'DELETE', `/${hote}`);
  });

  it('goes to nobody while no server answers, nor by days of which nobody saw that the proof was gone', async () => {
    await sold();
    await verify(next);
    await later(7);
    const before = await sql('SELECT perdu_depuis, perdu_vu_le FROM domaines WHERE hote = $1', [hote]);
    const silent = await startTestProgram(
      { SITES_DOMAIN: 'sites-essai.fr', BASE_URL: 'http://studio.service-essai.fr', DNS_SERVERS: '127.0.0.1:9' },
      { databaseUrl: vitrine.databaseUrl },
    );
    const headers = { ...next.headers, 'x-service-site-cible': next.siteId };
    const asked = await silent.ask({ method: 'POST', path: `/api/domaines/${hote}/verification`, headers });
    expect(outcome(asked)).toEqual([409, 'dns_sans_reponse']);
    await silent.close();
    await look('127.0.0.1:9');
    expect(await sql('SELECT perdu_depuis, perdu_vu_le FROM domaines WHERE hote = $1', [hote])).toEqual(before);

    await later(2, 'perdu_vu_le');
    expect(outcome(await verify(next))).toEqual([409, 'domaine_pris']);
    await later(6);
    await later(1, 'perdu_vu_le');
    await dns.tell({});
    await look();
    expect(outcome(await verify(next))).toEqual([409, 'domaine_pris']);
    await later(1);
    expect(outcome(await verify(next))).toEqual([409, 'domaine_pris']);
    await call(former, 'DELETE', `/${hote}`);
  });

  it('is kept by the record of the page where nobody has noted the former proof', async () => {
    const { fresh } = await sold();
    await sql('UPDATE domaines SET jeton = NULL WHERE hote = $1', [hote]);
    await verify(next);
    const [{ enregistrement }] = (await lostOf(former)) as [{ enregistrement: { valeur: string } }];
    await standing(fresh, enregistrement.valeur);
    await later(7);
    expect(outcome(await verify(next))).toEqual([409, 'domaine_pris']);
    expect(await lostOf(former)).toEqual([undefined]);
    await call(former, 'DELETE', `/${hote}`);
  });

  it('is looked at no longer when nobody else wants it any more', async () => {
    await sold();
    await verify(next);
    await call(next, 'DELETE', `/${hote}`);
    await look();
    expect(await lostOf(former)).toEqual([undefined]);
    await call(former, 'DELETE', `/${hote}`);
  });
});

it('a name that an operator gave goes to nobody by a record', async () => {
  await claimed(next).then(standing);
  await printedByAdmin(vitrine.databaseUrl, ['site', 'domaine', former.slug, '--ajouter', hote]);
  expect(outcome(await verify(next))).toEqual([409, 'domaine_pris']);
  expect([await told(), await lostOf(former)]).toEqual([[], [undefined]]);
});

it('of two sites that prove one lost name at once, one has it', async () => {
  const { fresh } = await sold();
  const third = await owner('troisième');
  const other = await claimed(third);
  await standing(fresh, other);
  await verify(next);
  await later(7);
  const answers = await Promise.all([next, third].map(verify));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
});
