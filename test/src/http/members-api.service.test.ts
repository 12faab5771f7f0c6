/** Members and invitations: who may, what a link does, and what becomes of acts at the same instant. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { query } from '../../support/database.ts';
import { htmlFaults } from '../../support/html-faults.ts';
import type { Answer } from '../../support/http.ts';
import { FORM } from '../../support/login.ts';
import { linkIn } from '../../support/mail-message.ts';
import { startMailServer } from '../../support/mail-server.ts';
import { BEHIND_EDGE, createTenant, sharedProgram, startTestProgram, type TestProgram } from '../../support/program.ts';
import { Random } from '../../support/random.ts';
import { type SignedIn, signIn } from '../../support/sign-in.ts';
import { until } from '../../support/until.ts';

let vitrine: TestProgram;
beforeAll(async () => {
  vitrine = await sharedProgram(BEHIND_EDGE);
});
afterAll(() => vitrine.close());
beforeEach(() => sql('DELETE FROM tentatives'));

const sql = async (text: string, values: unknown[] = []) => (await query(vitrine.databaseUrl, text, values)).rows;

interface Person extends SignedIn {
  readonly accountId: string;
  readonly siteId: string;
  readonly key: string;
  readonly email: string;
}

/** A signed-in account with a site of its own. */
async function person(): Promise<Person> {
  const tenant = await createTenant(vitrine.databaseUrl);
  const [{ email }] = (await sql('SELECT email FROM comptes WHERE id = $1', [tenant.accountId])) as [{ email: string }];
  return { ...tenant, ...(await signIn(vitrine, tenant)), email };
}

/** Somebody acts on the members of a site. */
const act = (who: Person, siteId: string, method: string, path: string, body?: unknown, at = vitrine) =>
  at.ask({ method, path, body, headers: { ...who.headers, 'x-service-site-cible': siteId } });
const join = (siteId: string, { accountId }: Person, role: string) =>
  sql('INSERT INTO membres (site_id, compte_id, role) VALUES ($1, $2, $3)', [siteId, accountId, role]);
const rolesOf = async (siteId: string) =>
  (await sql('SELECT compte_id, role FROM membres WHERE site_id = $1', [siteId])) as {
    compte_id: string;
    role: string;
  }[];
const roleOf = async (siteId: string, { accountId }: Person) =>
  (await rolesOf(siteId)).find(({ compte_id }) => compte_id === accountId)?.role;
const ownersOf = async (siteId: string) => (await rolesOf(siteId)).filter(({ role }) => role === 'proprietaire').length;
const outcome = (answer: Answer) => [answer.status, answer.status < 300 ? undefined : answer.json().error];
const secretOf = (lien: string) => String(new URLSearchParams(lien.split('?')[1]).get('jeton'));

async function invited(owner: Person, email: string, role = 'editeur'): Promise<string> {
  const answer = await act(owner, owner.siteId, 'POST', '/api/invitations', { email, role });
  expect(outcome(answer)).toEqual([201, undefined]);
  return secretOf(answer.json().lien);
}
const accept = (who: Person, jeton: string) =>
  vitrine.ask({ method: 'POST', path: '/api/invitations/acceptation', body: { jeton }, headers: who.headers });

describe('members', () => {
  it('are seen by all of them, invitations by owners, and by no key', async () => {
    const [owner, reader, stranger] = [await person(), await person(), await person()];
    const { siteId } = owner;
    await join(siteId, reader, 'lecteur');
    await invited(owner, 'Qui@Exemple.fr');
    const seen = (await act(owner, siteId, 'GET', '/api/membres')).json();
    expect(seen.membres.map(({ email, role, vous }: Record<string, unknown>) => [email, role, vous])).toEqual([
      [owner.email, 'proprietaire', true],
      [reader.email, 'lecteur', false],
    ]);
    expect(seen.invitations).toMatchObject([{ email: 'qui@exemple.fr', role: 'editeur', de: owner.email }]);
    expect((await act(reader, siteId, 'GET', '/api/membres')).json()).toMatchObject({
      membres: [{ vous: false }, { vous: true }],
      invitations: [],
    });
    expect(outcome(await act(stranger, siteId, 'GET', '/api/membres'))).toEqual([403, 'site_interdit']);
    expect((await vitrine.ask({ path: '/api/membres', key: owner.key })).status).toBe(401);
  });

  it('are changed by owners alone; everybody may leave, the last owner not', async () => {
    const [owner, editor, stranger] = [await person(), await person(), await person()];
    const { siteId } = owner;
    await join(siteId, editor, 'editeur');
    for (const [method, path, body] of [
      ['PATCH', '/api/membres', { compte: owner.accountId, role: 'lecteur' }],
      ['DELETE', `/api/membres?compte=${owner.accountId}`],
      ['POST', '/api/membres/transmission', { compte: editor.accountId }],
      ['POST', '/api/invitations', { email: 'x@exemple.fr', role: 'lecteur' }],
    ] as const) {
      expect(outcome(await act(editor, siteId, method, path, body))).toEqual([403, 'role_insuffisant']);
    }
    const give = (compte: string, role: string) => act(owner, siteId, 'PATCH', '/api/membres', { compte, role });
    expect(outcome(await give(owner.accountId, 'editeur'))).toEqual([409, 'dernier_proprietaire']);
    expect(outcome(await give(stranger.accountId, 'editeur'))).toEqual([404, 'introuvable']);
    expect(outcome(await give(editor.accountId, 'lecteur'))).toEqual([200, undefined]);
    const leave = ({ accountId }: Person) => `/api/membres?compte=${accountId}`;
    expect(outcome(await act(owner, siteId, 'DELETE', leave(owner)))).toEqual([409, 'dernier_proprietaire']);
    expect(outcome(await act(editor, siteId, 'DELETE', leave(editor)))).toEqual([200, undefined]);
    expect(await rolesOf(siteId)).toHaveLength(1);
  });

  it('who are removed lose access at once, by session and by key', async () => {
    const [owner, editor] = [await person(), await person()];
    const { siteId } = owner;
    await join(siteId, editor, 'editeur');
    const byKey = () =>
      vitrine.ask({ path: '/api/themes', key: editor.key, headers: { 'x-service-site-cible': siteId } });
    expect((await byKey()).status).toBe(200);
    await act(owner, siteId, 'DELETE', `/api/membres?compte=${editor.accountId}`);
    expect(outcome(await byKey())).toEqual([403, 'site_interdit']);
    expect(outcome(await act(editor, siteId, 'GET', '/api/membres'))).toEqual([403, 'site_interdit']);
    expect((await vitrine.ask({ path: `/studio/${siteId}/membres`, headers: { cookie: editor.cookie } })).status).toBe(
      404,
    );
  });

  it('take a site over, also one that takes no writes; there nobody is invited', async () => {
    const [owner, editor] = [await person(), await person()];
    const { siteId } = owner;
    await join(siteId, editor, 'editeur');
    await sql("UPDATE sites SET etat = 'expire' WHERE id = $1", [siteId]);
    const invitation = { email: 'x@exemple.fr', role: 'lecteur' };
    expect(outcome(await act(owner, siteId, 'POST', '/api/invitations', invitation))).toEqual([402, 'site_inactif']);
    const over = (compte: string) => act(owner, siteId, 'POST', '/api/membres/transmission', { compte });
    expect(outcome(await over(owner.accountId))).toEqual([400, 'invalid_input']);
    expect(outcome(await over(editor.accountId))).toEqual([200, undefined]);
    const roles = async () => [await roleOf(siteId, owner), await roleOf(siteId, editor)];
    expect(await roles()).toEqual(['proprietaire', 'editeur']);
    const { transmission } = (await act(editor, siteId, 'GET', '/api/membres')).json();
    expect(transmission).toMatchObject({ de: owner.accountId, a: editor.accountId });
    const agree = (who: Person) => act(who, siteId, 'POST', '/api/membres/transmission/acceptation');
    expect(outcome(await agree(owner))).toEqual([404, 'introuvable']);
    expect(outcome(await agree(editor))).toEqual([200, undefined]);
    expect(await roles()).toEqual(['editeur', 'proprietaire']);
    expect(outcome(await agree(editor))).toEqual([404, 'introuvable']);
    expect(
      await sql("SELECT compte_id, details FROM journal WHERE site_id = $1 AND acte = 'site_transmis'", [siteId]),
    ).toEqual([{ compte_id: owner.accountId, details: { compte: editor.accountId } }]);
  });
});

describe('an invitation', () => {
  it('is accepted once, by whoever has its link', async () => {
    const [owner, guest, other] = [await person(), await person(), await person()];
    const secret = await invited(owner, 'quelqu-un@exemple.fr', 'lecteur');
    expect(await sql('SELECT empreinte FROM liens WHERE empreinte = $1', [secret])).toEqual([]);
    expect((await accept(guest, secret)).json()).toEqual({ ok: true, site: owner.siteId });
    expect(await roleOf(owner.siteId, guest)).toBe('lecteur');
    expect(outcome(await accept(other, secret))).toEqual([404, 'lien_invalide']);
    expect(await sql('SELECT FROM invitations WHERE site_id = $1', [owner.siteId])).toEqual([]);
  });

  it('of the same address again takes the place of the one before, with its link; cancelled it does not work', async () => {
    const [owner, guest] = [await person(), await person()];
    const first = await invited(owner, 'a@exemple.fr', 'lecteur');
    const second = await invited(owner, ' A@EXEMPLE.FR ', 'editeur');
    expect(outcome(await accept(guest, first))).toEqual([404, 'lien_invalide']);
    const [{ id, role }] = (await act(owner, owner.siteId, 'GET', '/api/membres')).json().invitations;
    expect(role).toBe('editeur');
    const cancel = () => act(owner, owner.siteId, 'DELETE', `/api/invitations?id=${id}`);
    expect(outcome(await cancel())).toEqual([200, undefined]);
    expect(outcome(await cancel())).toEqual([404, 'introuvable']);
    expect(outcome(await accept(guest, second))).toEqual([404, 'lien_invalide']);
  });

  it('takes nothing from a member, and waits on; one with more rights gives them', async () => {
    const [owner, member] = [await person(), await person()];
    await join(owner.siteId, member, 'editeur');
    const lesser = await invited(owner, 'b@exemple.fr', 'lecteur');
    expect(outcome(await accept(member, lesser))).toEqual([409, 'deja_membre']);
    expect(outcome(await accept(owner, lesser))).toEqual([409, 'deja_membre']);
    expect(outcome(await accept(await person(), lesser))).toEqual([200, undefined]);
    expect(outcome(await accept(member, await invited(owner, 'c@exemple.fr', 'proprietaire')))).toEqual([
      200,
      undefined,
    ]);
    expect(await roleOf(owner.siteId, member)).toBe('proprietaire');
  });

  it('is refused where it may not be', async () => {
    const owner = await person();
    const { siteId } = owner;
    const ask = (email: unknown, role = 'lecteur') => act(owner, siteId, 'POST', '/api/invitations', { email, role });
    expect(outcome(await ask(owner.email))).toEqual([409, 'deja_membre']);
    for (const email of [
      'x',
      'a@b',
      'a@exemple.fr\r\nBcc: b@exemple.fr',
      'a@exemple.fr, b@exemple.fr',
      `${'a'.repeat(250)}@exemple.fr`,
    ]) {
      expect(outcome(await ask(email))).toEqual([400, 'invalid_input']);
    }
    for (let n = 0; n < 5; n++) await invited(owner, 'souvent@exemple.fr');
    expect(outcome(await ask('souvent@exemple.fr'))).toEqual([429, 'trop_de_tentatives']);
    await sql('UPDATE comptes SET confirme_le = NULL WHERE id = $1', [owner.accountId]);
    expect(outcome(await ask('d@exemple.fr'))).toEqual([403, 'adresse_non_confirmee']);
  });

  it('ends when another owner takes rights away from who made it, who may have its link', async () => {
    const [owner, rogue] = [await person(), await person()];
    await join(owner.siteId, rogue, 'proprietaire');
    const [invitation, site] = [{ email: 'complice@exemple.fr', role: 'proprietaire' }, owner.siteId];
    const back = secretOf((await act(rogue, site, 'POST', '/api/invitations', invitation)).json().lien);
    const others = await invited(owner, 'c@exemple.fr', 'lecteur');
    const editor = { compte: rogue.accountId, role: 'editeur' };
    expect(outcome(await act(owner, site, 'PATCH', '/api/membres', editor))).toEqual([200, undefined]);
    expect(outcome(await accept(rogue, back))).toEqual([404, 'lien_invalide']);
    expect(outcome(await accept(await person(), others))).toEqual([200, undefined]);
  });

  it('that is over, or of a site that is gone, does not work', async () => {
    const [owner, guest] = [await person(), await person()];
    const secret = await invited(owner, 'e@exemple.fr');
    await sql("UPDATE invitations SET expire_le = now() - interval '1 s' WHERE site_id = $1", [owner.siteId]);
    expect(outcome(await accept(guest, secret))).toEqual([404, 'lien_invalide']);
    const later = await invited(owner, 'e@exemple.fr');
    await sql('DELETE FROM sites WHERE id = $1', [owner.siteId]);
    expect(outcome(await accept(guest, later))).toEqual([404, 'lien_invalide']);
  });

  it('is guessed by nobody, and who tries stops no right link', async () => {
    const [owner, guest] = [await person(), await person()];
    const secret = await invited(owner, 'j@exemple.fr');
    const tried = await Promise.all(Array.from({ length: 25 }, (_, n) => accept(guest, `rien${n}`)));
    expect(tried.filter(({ status }) => status === 404)).toHaveLength(25);
    expect((await vitrine.ask({ path: `/invitation?jeton=${secret}` })).status).toBe(200);
    expect((await vitrine.ask({ path: `/inscription?invitation=${secret}` })).status).toBe(200);
    expect(outcome(await accept(guest, secret))).toEqual([200, undefined]);
  });

  it('has a page that says who invites, and uses no link up; its button accepts', async () => {
    const [owner, guest] = [await person(), await person()];
    await sql("UPDATE sites SET nom = '<b>Chez \u202eLéa' WHERE id = $1", [owner.siteId]);
    const secret = await invited(owner, 'f@exemple.fr', 'editeur');
    const path = `/invitation?jeton=${secret}`;
    const signedOut = await vitrine.ask({ path });
    expect(signedOut.text).toContain(`/inscription?invitation=${secret}`);
    expect(signedOut.text).toContain('&lt;b>Chez');
    expect(signedOut.headers).toMatchObject({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' });
    const signedIn = await vitrine.ask({ path, headers: { cookie: guest.cookie } });
    for (const { text } of [signedOut, signedIn]) {
      expect(text).toContain(`${owner.email} vous invite`);
      expect(await htmlFaults(text)).toEqual([]);
    }
    const send = (headers: Record<string, string>) =>
      vitrine.ask({ method: 'POST', path: '/invitation', body: `jeton=${secret}`, headers: { ...FORM, ...headers } });
    expect((await send({ cookie: guest.cookie, 'sec-fetch-site': 'cross-site' })).status).toBe(403);
    expect((await send({ 'sec-fetch-site': 'same-origin' })).status).toBe(401);
    const done = await send(guest.headers);
    expect([done.status, done.headers.location]).toEqual([303, `/studio/${owner.siteId}`]);
    const dead = await vitrine.ask({ path, headers: { cookie: guest.cookie } });
    expect(dead.status).toBe(404);
    expect(dead.text).toContain('a déjà servi');
  });
});

it('where mail goes out, the link of an invitation comes by mail and is shown to nobody else', async () => {
  const mail = await startMailServer();
  const mailed = await startTestProgram(mail.environment, { databaseUrl: vitrine.databaseUrl });
  try {
    const [owner, guest] = [await person(), await person()];
    const invitation = { email: 'g@exemple.fr', role: 'lecteur' };
    const ask = () => act(owner, owner.siteId, 'POST', '/api/invitations', invitation, mailed);
    const received = (count: number) =>
      until(`${count} messages have come`, async () => {
        const messages = await mail.messagesTo('g@exemple.fr');
        return messages.length === count && messages.map((message) => secretOf(linkIn(message, '/invitation')));
      });
    expect((await ask()).json().lien).toBeNull();
    const [first] = (await received(1)) as [string];
    await ask();
    const second = (await received(2)).find((secret) => secret !== first) as string;
    expect(outcome(await accept(guest, first))).toEqual([404, 'lien_invalide']);
    expect(outcome(await accept(guest, second))).toEqual([200, undefined]);
    expect(await sql('SELECT FROM courriels WHERE site_id = $1', [owner.siteId])).toEqual([]);
  } finally {
    await mailed.close();
    await mail.close();
  }
});

describe('at the same instant', () => {
  /** Asks again where the machine was too slow for all of them. */
  const patient = (ask: () => Promise<Answer>) =>
    until('the service has a moment', async () => {
      const answer = await ask();
      return answer.status !== 503 && answer;
    });

  it('two owners leave: one stays', async () => {
    for (let round = 0; round < 5; round++) {
      const [one, two] = [await person(), await person()];
      await join(one.siteId, two, 'proprietaire');
      const left = await Promise.all(
        [one, two].map((who) => patient(() => act(who, one.siteId, 'DELETE', `/api/membres?compte=${who.accountId}`))),
      );
      expect(left.map(({ status }) => status).sort()).toEqual([200, 409]);
      expect(await ownersOf(one.siteId)).toBe(1);
    }
  });

  it('a site is handed over to a member who is removed by another owner', async () => {
    for (let round = 0; round < 5; round++) {
      const [one, two, three] = [await person(), await person(), await person()];
      await join(one.siteId, two, 'proprietaire');
      await join(one.siteId, three, 'editeur');
      await Promise.all([
        act(one, one.siteId, 'POST', '/api/membres/transmission', { compte: three.accountId }),
        act(two, one.siteId, 'DELETE', `/api/membres?compte=${three.accountId}`),
        act(two, one.siteId, 'DELETE', `/api/membres?compte=${two.accountId}`),
      ]);
      expect(await ownersOf(one.siteId)).toBeGreaterThan(0);
    }
  });

  it('100 invitations make 50, and those of one address one', async () => {
    const [owner, other] = [await person(), await person()];
    await join(owner.siteId, other, 'proprietaire');
    const ask = (n: number) => {
      const body = { email: `p${n}@exemple.fr`, role: 'lecteur' };
      return act(n % 2 === 0 ? owner : other, owner.siteId, 'POST', '/api/invitations', body);
    };
    const answers = await Promise.all(Array.from({ length: 100 }, (_, n) => ask(n)));
    const refusals = answers.map((answer) => outcome(answer)[1]).filter((code) => code !== undefined);
    const busy = refusals.filter((code) => code === 'indisponible').length;
    expect(['trop_d_invitations', 'indisponible']).toEqual(expect.arrayContaining([...new Set(refusals)]));
    const made = await sql('SELECT DISTINCT email FROM invitations WHERE site_id = $1', [owner.siteId]);
    expect(made.length).toBeLessThanOrEqual(50);
    expect(made.length).toBeGreaterThanOrEqual(Math.min(50, 100 - busy));
    await sql('DELETE FROM tentatives');
    await sql('DELETE FROM invitations WHERE site_id = $1', [owner.siteId]);
    const same = await Promise.all(Array.from({ length: 5 }, () => ask(0)));
    expect(same.map(({ status }) => status)).toContain(201);
    expect(await sql('SELECT FROM invitations WHERE site_id = $1', [owner.siteId])).toHaveLength(1);
    expect(
      await sql('SELECT FROM liens l JOIN invitations i ON i.id = l.invitation_id WHERE i.site_id = $1', [
        owner.siteId,
      ]),
    ).toHaveLength(1);
  });

  it('20 requests accept one invitation: one person comes in', async () => {
    const [owner, ...guests] = await Promise.all(Array.from({ length: 5 }, person));
    if (!owner) throw new Error('nobody');
    const secret = await invited(owner, 'h@exemple.fr');
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, n) => patient(() => accept(guests[n % 4] as Person, secret))),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(await rolesOf(owner.siteId)).toHaveLength(2);
  });

  it('whatever people do, a site has an owner', async () => {
    const people = await Promise.all(Array.from({ length: 4 }, person));
    const [first] = people as [Person];
    for (const other of people.slice(1)) await join(first.siteId, other, 'proprietaire');
    const random = new Random(41);
    const one = <T>(of: readonly T[]) => of[Math.floor(random.next() * of.length)] as T;
    for (let round = 0; round < 15; round++) {
      const acts = Array.from({ length: 8 }, () => {
        const [who, { accountId: compte }] = [one(people), one(people)];
        const [method, path, body] = one([
          ['PATCH', '/api/membres', { compte, role: one(['proprietaire', 'editeur', 'lecteur']) }],
          ['DELETE', `/api/membres?compte=${compte}`, undefined],
          ['POST', '/api/membres/transmission', { compte }],
          ['POST', '/api/invitations', { email: 'i@exemple.fr', role: 'proprietaire' }],
        ] as const);
        return async () => {
          const answer = await act(who, first.siteId, method, path, body);
          expect([200, 201, 400, 403, 404, 409, 429, 503]).toContain(answer.status);
          if (answer.status === 201) await accept(one(people), secretOf(answer.json().lien));
        };
      });
      await Promise.all(acts.map((run) => run()));
      expect(await ownersOf(first.siteId)).toBeGreaterThan(0);
      await sql('DELETE FROM tentatives');
    }
  });
});
