/** Names that owners bring: who may have one, what proves it, who wins, and what becomes of it. */
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { removeEndedClaims } from '../../../src/storage/domain-claims.ts';
import { openPools, query } from '../../support/database.ts';
import { type DnsServer, type Records, startDnsServer } from '../../support/dns-server.ts';
import type { Answer } from '../../support/http.ts';
import { printedByAdmin } from '../../support/operator.ts';
import { createTenant, startTestProgram, type Tenant, type TestProgram } from '../../support/program.ts';
import { createPublicSite, type PublicSite } from '../../support/public-site.ts';
import { type SignedIn, signIn } from '../../support/sign-in.ts';

interface Owner extends Tenant, SignedIn {}

const HOSTS = { SITES_DOMAIN: 'sites-essai.fr', BASE_URL: 'http://studio.service-essai.fr' };

describe('names of sites', () => {
  let dns: DnsServer;
  let vitrine: TestProgram;
  let other: TestProgram;
  let site: PublicSite;
  let lea: Owner;
  let max: Owner;
  let names = 0;
  beforeAll(async () => {
    dns = await startDnsServer();
    const environment = { ...HOSTS, DNS_SERVERS: dns.address };
    vitrine = await startTestProgram(environment);
    other = await startTestProgram(environment, { databaseUrl: vitrine.databaseUrl });
    site = await createPublicSite(vitrine, { 'layout/theme.liquid': 'chez Léa' });
    lea = { ...site, ...(await signIn(vitrine, site)) };
    max = await owner();
  });
  afterAll(() => Promise.all([vitrine.close(), other.close(), dns.end()]));

  const sql = async (text: string, values: unknown[] = []) => (await query(vitrine.databaseUrl, text, values)).rows;
  const owner = async (): Promise<Owner> => {
    const tenant = await createTenant(vitrine.databaseUrl);
    return { ...tenant, ...(await signIn(vitrine, tenant)) };
  };
  const freshName = () => `nom-${++names}.chez-lea-essai.fr`;
  const call = (who: Owner, method: string, path = '', body?: unknown, at = vitrine, siteId = who.siteId) => {
    const headers = { ...who.headers, 'x-service-site-cible': siteId };
    return at.ask({ method, path: `/api/domaines${path}`, headers, ...(body === undefined ? {} : { body }) });
  };
  const list = async (who: Owner) => (await call(who, 'GET')).json();
  const claim = async (who: Owner, hote: string) => {
    const answer = await call(who, 'POST', '', { hote });
    if (answer.status !== 200) throw new Error(answer.text);
    return answer.json() as { hote: string; jeton: string; enregistrement: { nom: string; valeur: string } };
  };
  const verify = (who: Owner, hote: string, at = vitrine) => call(who, 'POST', `/${hote}/verification`, undefined, at);
  const outcome = (answer: Answer) => [answer.status, answer.status < 300 ? undefined : answer.json().error];
  const proofs = (...claims: { enregistrement: { nom: string; valeur: string } }[]): Records => ({
    txt: claims.map(({ enregistrement: { nom, valeur } }) => [nom, valeur]),
  });
  const visit = (host: string, at = vitrine) => at.ask({ host, path: '/' });

  it('an owner claims a name, proves it by its record, and the site answers at it on each instance', async () => {
    const hote = 'www.xn--caf-de-la-d4af.fr';
    const claimed = await call(lea, 'POST', '', { hote: 'https://www.Café-de-Léa.fr/' });
    const told = claimed.json();
    expect([claimed.status, told]).toEqual([
      200,
      {
        ...{ ok: true, hote, nom: 'www.café-de-léa.fr', jeton: expect.stringMatching(/^[0-9a-f]{40}$/) },
        ...{ cree_le: expect.any(String), expire_le: expect.any(String) },
        enregistrement: { nom: `_vitrine.${hote}`, type: 'TXT', valeur: `vitrine=${told.jeton}` },
      },
    ]);
    expect(await claim(lea, 'www.café-de-léa.fr')).toEqual(told);
    expect(await list(lea)).toMatchObject({ domaines: [], revendications: [{ hote, jeton: told.jeton }] });
    for (const at of [vitrine, other]) expect((await visit(hote, at)).status).toBe(404);

    await dns.tell({});
    const early = await verify(lea, hote);
    expect([outcome(early), early.json().message]).toEqual([
      [409, 'domaine_non_prouve'],
      expect.stringContaining('ne se voit pas encore'),
    ]);
    await dns.tell({ txt: [[`_vitrine.${hote}`, 'vitrine=0123456789']] });
    const wrong = await verify(lea, hote);
    expect([outcome(wrong), wrong.json().message]).toEqual([
      [409, 'domaine_non_prouve'],
      expect.stringContaining('sa valeur n’est pas celle'),
    ]);

    await dns.tell(proofs(told));
    const proven = await verify(lea, encodeURIComponent('www.café-de-léa.fr'));
    expect([proven.status, proven.json()]).toEqual([200, { ok: true, hote, nom: 'www.café-de-léa.fr' }]);
    for (const at of [vitrine, other]) {
      expect((await visit(hote, at)).text).toContain('chez Léa');
      expect((await at.ask({ path: `/api/sante?c=domaine&domain=${hote}` })).status).toBe(200);
    }
    expect(await list(lea)).toMatchObject({
      domaines: [{ hote, nom: 'www.café-de-léa.fr', principal: false, prouve_le: expect.any(String) }],
      revendications: [],
    });
    // A second press of the button.
    expect((await verify(lea, hote)).status).toBe(200);
    expect(outcome(await call(lea, 'POST', '', { hote }))).toEqual([409, 'domaine_present']);

    expect((await call(lea, 'DELETE', `/${hote}`)).json()).toEqual({ ok: true });
    for (const at of [vitrine, other]) expect((await visit(hote, at)).status).toBe(404);
    expect(outcome(await call(lea, 'DELETE', `/${hote}`))).toEqual([404, 'introuvable']);
    expect(outcome(await verify(lea, hote))).toEqual([404, 'introuvable']);
    const acts = await sql(
      'SELECT acte, moyen, details FROM journal WHERE site_id = $1 AND details @> $2 ORDER BY fait_le',
      [...[lea.siteId, JSON.stringify({ hote })]],
    );
    expect(acts).toEqual(
      ['domaine_ajoute', 'domaine_retire'].map((acte) => ({ acte, moyen: 'compte', details: { hote } })),
    );
    const again = await claim(lea, hote);
    expect(again.jeton).not.toBe(told.jeton);
    expect(outcome(await verify(lea, hote))).toEqual([409, 'domaine_non_prouve']);
    await call(lea, 'DELETE', `/${hote}`);
  });

  it.each([
    ['in two strings', (valeur: string) => [valeur.slice(0, 20), valeur.slice(20)]],
    ['in capitals', (valeur: string) => [valeur.toUpperCase()]],
    ['with blanks around', (valeur: string) => [` ${valeur} `]],
  ])('a record %s counts', async (_how, written) => {
    const hote = freshName();
    const { enregistrement } = await claim(lea, hote);
    await dns.tell({
      txt: [
        [enregistrement.nom, 'v=spf1 -all'],
        [enregistrement.nom.toUpperCase(), ...written(enregistrement.valeur)],
      ],
    });
    expect((await verify(lea, hote)).status).toBe(200);
    await call(lea, 'DELETE', `/${hote}`);
  });

  it.each([
    ['at the name itself', (nom: string, valeur: string) => [nom.replace('_vitrine.', ''), valeur]],
    ['at a name beneath', (nom: string, valeur: string) => [`_vitrine.${nom}`, valeur]],
    ['at the domain above', (nom: string, valeur: string) => [nom.replace(/nom-\d+\./, ''), valeur]],
    ['with more behind it', (nom: string, valeur: string) => [nom, `${valeur}0`]],
    ['with more before it', (nom: string, valeur: string) => [nom, `a ${valeur}`]],
    ['without its first word', (nom: string, valeur: string) => [nom, valeur.replace('vitrine=', '')]],
  ])('a record %s proves nothing', async (_how, written) => {
    const hote = freshName();
    const { nom, valeur } = (await claim(lea, hote)).enregistrement;
    await dns.tell({ txt: [written(nom, valeur) as [string, string]] });
    expect(outcome(await verify(lea, hote))).toEqual([409, 'domaine_non_prouve']);
    await call(lea, 'DELETE', `/${hote}`);
  });

  it('the token of one site proves nothing for another', async () => {
    const hote = freshName();
    const ofLea = await claim(lea, hote);
    await claim(max, hote);
    await dns.tell(proofs(ofLea));
    expect(outcome(await verify(max, hote))).toEqual([409, 'domaine_non_prouve']);
    expect((await verify(lea, hote)).status).toBe(200);
    expect(outcome(await verify(max, hote))).toEqual([409, 'domaine_pris']);
    await call(max, 'DELETE', `/${hote}`);
    await call(lea, 'DELETE', `/${hote}`);
  });

  it('of two sites that prove one name at once, one has it, twenty times', async () => {
    const hosts = Array.from({ length: 20 }, freshName);
    const claims = [];
    for (const hote of hosts) claims.push(await claim(lea, hote), await claim(max, hote));
    await dns.tell(proofs(...claims));
    for (const hote of hosts) {
      // Each presses the button twice, at two instances.
      const [ofLea, ofMax] = await Promise.all(
        [lea, max].map((who) => Promise.all([verify(who, hote), verify(who, hote, other)])),
      );
      const [holder] = await sql('SELECT site_id FROM domaines WHERE hote = $1', [hote]);
      const [won, lost, loser] = holder.site_id === lea.siteId ? [ofLea, ofMax, max] : [ofMax, ofLea, lea];
      expect(won?.map(outcome)).toEqual([
        [200, undefined],
        [200, undefined],
      ]);
      expect(lost?.map(outcome)).toEqual([
        [409, 'domaine_pris'],
        [409, 'domaine_pris'],
      ]);
      expect(await sql('SELECT site_id FROM revendications WHERE hote = $1', [hote])).toEqual([
        { site_id: loser.siteId },
      ]);
      await Promise.all([lea, max].map((who) => call(who, 'DELETE', `/${hote}`)));
      const told = await sql("SELECT site_id, acte FROM journal WHERE details->>'hote' = $1 ORDER BY fait_le", [hote]);
      expect(told.map(({ site_id, acte }) => [site_id, acte])).toEqual([
        [holder.site_id, 'domaine_ajoute'],
        [holder.site_id, 'domaine_retire'],
      ]);
      await sql("DELETE FROM tentatives WHERE genre = 'domaine'");
    }
  });

  it('a removed name goes to whoever proves it next, and not back by its former record', async () => {
    const hote = freshName();
    const [ofLea, ofMax] = [await claim(lea, hote), await claim(max, hote)];
    await dns.tell(proofs(ofLea, ofMax));
    expect((await verify(lea, hote)).status).toBe(200);
    expect(outcome(await verify(max, hote))).toEqual([409, 'domaine_pris']);
    await call(lea, 'DELETE', `/${hote}`);
    // The record with the token of before still stands.
    expect(outcome(await verify(lea, hote))).toEqual([404, 'introuvable']);
    expect((await verify(max, hote)).status).toBe(200);
    await call(max, 'DELETE', `/${hote}`);
  });

  it('a name that still points here when its site is gone is nobody’s without its token', async () => {
    const gone = await owner();
    const folder = await mkdtemp(join(tmpdir(), 'vitrine-'));
    const hote = freshName();
    const claimed = await claim(gone, hote);
    const records = { ...proofs(claimed), addresses: [[hote, '203.0.113.7']] as const };
    await dns.tell(records);
    expect((await verify(gone, hote)).status).toBe(200);
    await printedByAdmin(vitrine.databaseUrl, [
      'site',
      'supprimer',
      gone.slug,
      '--archive',
      join(folder, 'site.json'),
      '--oui',
    ]);
    expect((await visit(hote)).status).toBe(404);
    expect(await sql('SELECT 1 FROM revendications WHERE site_id = $1', [gone.siteId])).toEqual([]);
    await claim(max, hote);
    expect(outcome(await verify(max, hote))).toEqual([409, 'domaine_non_prouve']);
    await dns.tell({ ...records, cname: [[`_vitrine.${hote}`, hote]], txt: [] });
    expect(outcome(await verify(max, hote))).toEqual([409, 'domaine_non_prouve']);
    expect((await visit(hote)).status).toBe(404);
    await call(max, 'DELETE', `/${hote}`);
  });

  it('an operator gives names without a proof, also those that owners cannot claim, and owners remove them', async () => {
    const hote = freshName();
    await printedByAdmin(vitrine.databaseUrl, ['site', 'domaine', lea.slug, '--ajouter', hote]);
    await printedByAdmin(vitrine.databaseUrl, ['site', 'domaine', lea.slug, '--ajouter', 'www.service-essai.fr']);
    expect((await list(lea)).domaines).toMatchObject([{ hote, prouve_le: null }, { hote: 'www.service-essai.fr' }]);
    expect(outcome(await call(max, 'POST', '', { hote }))).toEqual([409, 'domaine_pris']);
    for (const name of [hote, 'www.service-essai.fr']) expect((await call(lea, 'DELETE', `/${name}`)).status).toBe(200);
    expect((await list(lea)).domaines).toEqual([]);
  });

  it('a name that an operator gives while it is claimed waits no longer', async () => {
    const hote = freshName();
    await claim(lea, hote);
    await printedByAdmin(vitrine.databaseUrl, ['site', 'domaine', lea.slug, '--ajouter', hote]);
    expect(await list(lea)).toMatchObject({ domaines: [{ hote }], revendications: [] });
    await call(lea, 'DELETE', `/${hote}`);
    expect(await list(lea)).toMatchObject({ domaines: [], revendications: [] });
  });

  it('names that cannot be a site’s are refused with their sentences', async () => {
    for (const [hote, words] of [
      ['co.uk', 'ajoutez votre nom devant'],
      ['lea.sites-essai.fr', 'celui du service'],
      ['studio.service-essai.fr', 'celui du service'],
      ['192.0.2.7', 'l’adresse d’une machine'],
      ['chеz-lea.fr', 'mélange des écritures'],
      ['localhost', 'au moins un point'],
    ]) {
      const answer = await call(lea, 'POST', '', { hote });
      expect([hote, ...outcome(answer), answer.json().message]).toEqual([
        ...[hote, 400, 'domaine_refuse'],
        expect.stringContaining(String(words)),
      ]);
    }
    for (const body of [{}, { hote: 7 }, { hote: 'a'.repeat(1_001) }, { hote: 'a\u0000.fr' }, undefined]) {
      expect(outcome(await call(lea, 'POST', '', body))).toEqual([400, 'invalid_input']);
    }
    expect((await list(lea)).revendications).toEqual([]);
  });

  it('a claim of a name that has become the platform’s meanwhile proves nothing', async () => {
    const hote = 'nouveau.service-essai.fr';
    const jeton = '0'.repeat(40);
    await sql('INSERT INTO revendications (site_id, hote, jeton) VALUES ($1, $2, $3)', [lea.siteId, hote, jeton]);
    await dns.tell({ txt: [[`_vitrine.${hote}`, `vitrine=${jeton}`]] });
    expect(outcome(await verify(lea, hote))).toEqual([400, 'domaine_refuse']);
    expect((await call(lea, 'DELETE', `/${hote}`)).status).toBe(200);
  });

  it('names in the address that are none, or of others, are not found', async () => {
    const hote = freshName();
    await claim(max, hote);
    for (const path of [hote, 'pas%20un%20nom', '192.0.2.7', '%00', '..', 'a'.repeat(5_000)]) {
      expect((await call(lea, 'POST', `/${path}/verification`)).status).toBeGreaterThanOrEqual(401);
      expect((await call(lea, 'DELETE', `/${path}`)).status).toBeGreaterThanOrEqual(401);
      expect((await call(lea, 'GET', `/${path}/etat`)).status).toBeGreaterThanOrEqual(401);
    }
    expect((await list(max)).revendications).toHaveLength(1);
    await call(max, 'DELETE', `/${hote}`);
  });

  it('is for owners with a session alone; of a site that takes no writes names are still seen and removed', async () => {
    const hote = freshName();
    await claim(lea, hote);
    const requests = [
      ['GET', ''],
      ['POST', '', { hote }],
      ['POST', `/${hote}/verification`],
      ['GET', `/${hote}/etat`],
      ['DELETE', `/${hote}`],
    ] as const;
    for (const role of ['editeur', 'lecteur']) {
      const member = await owner();
      await sql('INSERT INTO membres (site_id, compte_id, role) VALUES ($1, $2, $3)', [
        ...[lea.siteId, member.accountId, role],
      ]);
      for (const [method, path, body] of requests)
        expect(outcome(await call(member, method, path, body, vitrine, lea.siteId))).toEqual([403, 'role_insuffisant']);
    }
    for (const [method, path, body] of requests) {
      expect(outcome(await call(max, method, path, body, vitrine, lea.siteId))).toEqual([403, 'site_interdit']);
      const target = { method, path: `/api/domaines${path}`, ...(body && { body }) };
      expect(outcome(await vitrine.ask(target))).toEqual([401, 'unauthorized']);
      expect(outcome(await vitrine.ask({ ...target, key: lea.key }))).toEqual([401, 'unauthorized']);
      expect(outcome(await vitrine.ask({ ...target, key: lea.key, headers: lea.headers }))).toEqual([
        401,
        'unauthorized',
      ]);
      if (method === 'GET') continue;
      const foreign = { cookie: lea.cookie, 'sec-fetch-site': 'same-site' };
      expect(outcome(await vitrine.ask({ ...target, headers: foreign }))).toEqual([403, 'origine_refusee']);
    }
    await sql("UPDATE sites SET etat = 'expire' WHERE id = $1", [lea.siteId]);
    expect(outcome(await call(lea, 'POST', '', { hote: freshName() }))).toEqual([402, 'site_inactif']);
    expect(outcome(await verify(lea, hote))).toEqual([402, 'site_inactif']);
    expect((await list(lea)).revendications).toMatchObject([{ hote }]);
    expect((await call(lea, 'DELETE', `/${hote}`)).status).toBe(200);
    await sql("UPDATE sites SET etat = 'actif' WHERE id = $1", [lea.siteId]);
  });

  it('twenty names wait at most, and each for a month', async () => {
    const many = await owner();
    const hosts = Array.from({ length: 24 }, freshName);
    // At once: the count holds all the same.
    const answers = await Promise.all(hosts.map((hote) => call(many, 'POST', '', { hote })));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(20);
    for (const answer of answers.filter(({ status }) => status !== 200)) {
      expect([...outcome(answer), answer.json().message]).toEqual([
        ...[400, 'invalid_input', 'Un site compte au plus 20 noms qui attendent leur preuve.'],
      ]);
    }
    const { hote, ...first } = (await list(many)).revendications[0];
    await sql("UPDATE revendications SET cree_le = cree_le - interval '31 days' WHERE site_id = $1 AND hote = $2", [
      ...[many.siteId, hote],
    ]);
    expect((await list(many)).revendications).toHaveLength(19);
    await dns.tell(proofs(first));
    expect(outcome(await verify(many, hote))).toEqual([404, 'introuvable']);
    expect((await claim(many, hote)).jeton).not.toBe(first.jeton);
    await sql("UPDATE revendications SET cree_le = cree_le - interval '31 days' WHERE site_id = $1", [many.siteId]);
    const service = openPools(vitrine.databaseUrl, 'vitrine_service');
    expect(await removeEndedClaims(service)).toBe(false);
    await service.end();
    expect(await sql('SELECT 1 FROM revendications WHERE site_id = $1', [many.siteId])).toEqual([]);
  });

  it('questions to the DNS are counted for the account and for the site', async () => {
    const [busy, hote] = [await owner(), freshName()];
    await claim(busy, hote);
    await dns.tell({});
    const counters = () => sql("SELECT empreinte FROM tentatives WHERE genre = 'domaine'");
    await sql("DELETE FROM tentatives WHERE genre = 'domaine'");
    await verify(busy, hote);
    expect(await counters()).toHaveLength(2);
    for (const { empreinte } of await counters()) {
      await sql("UPDATE tentatives SET nombre = CASE empreinte WHEN $1 THEN 60 ELSE 1 END WHERE genre = 'domaine'", [
        empreinte,
      ]);
      expect(outcome(await verify(busy, hote))).toEqual([429, 'trop_de_tentatives']);
    }
    // What a page shows is counted by itself.
    expect((await call(busy, 'GET', `/${hote}/etat`)).status).toBe(200);
    await sql("UPDATE tentatives SET nombre = 300 WHERE genre = 'domaine'");
    expect(outcome(await call(busy, 'GET', `/${hote}/etat`))).toEqual([429, 'trop_de_tentatives']);
    await sql("DELETE FROM tentatives WHERE genre = 'domaine'");
    expect(outcome(await verify(busy, hote))).toEqual([409, 'domaine_non_prouve']);
  });

  it('says where a name leads, by its addresses', async () => {
    const who = await owner();
    const hote = freshName();
    await claim(who, hote);
    const ours = [
      [`${who.slug}.sites-essai.fr`, '203.0.113.7', '2001:db8::7'],
      ['studio.service-essai.fr', '203.0.113.8'],
    ] as const;
    const stateWith = async (records: Records) => {
      await dns.tell({ ...records, addresses: [...ours, ...(records.addresses ?? [])] });
      return (await call(who, 'GET', `/${hote}/etat`)).json();
    };
    const attendues = ['2001:db8::7', '203.0.113.7', '203.0.113.8'];
    const nowhere = { hote, nom: hote, etat: 'nulle_part', adresses: [], attendues };
    expect(await stateWith({})).toEqual(nowhere);
    const at = (...addresses: string[]) => stateWith({ addresses: [[hote, ...addresses]] });
    expect(await at('203.0.113.7', '2001:db8::7')).toMatchObject({ etat: 'ici' });
    expect(await at('203.0.113.8')).toMatchObject({ etat: 'ici', adresses: ['203.0.113.8'] });
    expect(await at('203.0.113.7', '2001:db8::99')).toMatchObject({ etat: 'en_partie' });
    expect(await at('198.51.100.1')).toMatchObject({ etat: 'ailleurs', adresses: ['198.51.100.1'] });
    expect(await stateWith({ cname: [[hote, `${who.slug}.sites-essai.fr`]] })).toMatchObject({ etat: 'ici' });
    expect((await list(who)).cible).toEqual({ cname: `${who.slug}.sites-essai.fr`, adresses: attendues });
  });
});
