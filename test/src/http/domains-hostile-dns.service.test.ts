/** Servers of names that fail, are silent, or lie: nothing is given, nothing is held up, and a calm sentence says what happened. */
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { query } from '../../support/database.ts';
import { type HostileDnsServer, startHostileDnsServer } from '../../support/hostile-dns-server.ts';
import { createTenant, startTestProgram, type Tenant, type TestProgram } from '../../support/program.ts';
import { type SignedIn, signIn } from '../../support/sign-in.ts';
import { until } from '../../support/until.ts';

let dns: HostileDnsServer;
let vitrine: TestProgram;
let owner: Tenant & SignedIn;
beforeAll(async () => {
  dns = await startHostileDnsServer();
  vitrine = await startTestProgram({ DNS_SERVERS: dns.address });
  const tenant = await createTenant(vitrine.databaseUrl);
  owner = { ...tenant, ...(await signIn(vitrine, tenant)) };
});
afterAll(() => Promise.all([vitrine.close(), dns.end()]));

const HOST = 'www.chez-lea-essai.fr';
const call = (method: string, path: string, body?: object) =>
  vitrine.ask({ method, path: `/api/domaines${path}`, headers: owner.headers, ...(body && { body }) });
const verify = () => call('POST', `/${HOST}/verification`);
const state = async () => (await call('GET', `/${HOST}/etat`)).json().etat;
const isGiven = async () => (await query(vitrine.databaseUrl, 'SELECT 1 FROM domaines', [])).rows.length > 0;
let proof: string;
beforeEach(async () => {
  await call('DELETE', `/${HOST}`);
  proof = (await call('POST', '', { hote: HOST })).json().enregistrement.valeur;
});

it.each([
  ['is silent', { kind: 'silence' }],
  ['has failed (SERVFAIL)', { kind: 'failure', code: 2 }],
  ['refuses to answer', { kind: 'failure', code: 5 }],
  ['sends nonsense', { kind: 'nonsense' }],
  ['answers what was not asked', { kind: 'of-another-name', text: 'vitrine=' }],
  ['begins an answer by TCP and never ends it', { kind: 'endless-tcp' }],
] as const)('a server that %s', async (_what, manner) => {
  dns.behave(manner.kind === 'of-another-name' ? { ...manner, text: proof } : manner);
  const [answer, etat] = await Promise.all([verify(), state()]);
  expect([answer.status, answer.json()]).toEqual([
    409,
    { error: 'dns_sans_reponse', message: expect.stringContaining('n’ont pas répondu : rien n’est changé') },
  ]);
  expect(etat).toBe('inconnu');
  expect(await isGiven()).toBe(false);
});

it.each([
  ['says that the name does not exist', { kind: 'failure', code: 3 }],
  ['sends names that stand for each other', { kind: 'loop' }],
  ['sends no text', { kind: 'texts', texts: [] }],
] as const)('a server that %s proves nothing', async (_what, manner) => {
  dns.behave(manner);
  const answer = await verify();
  expect([answer.status, answer.json().error]).toEqual([409, 'domaine_non_prouve']);
  expect(answer.json().message).toContain('ne se voit pas encore');
  expect(await isGiven()).toBe(false);
});

it('very many texts, and very long ones, are read as far as a record may be', async () => {
  const many = Array.from({ length: 1_500 }, (_, n) => `vitrine=${n}`);
  for (const texts of [
    many,
    ['x'.repeat(60_000)],
    [`${proof}${'0'.repeat(5_000)}`],
    ['', '\u0000', proof.slice(0, -1)],
  ]) {
    dns.behave({ kind: 'texts', texts });
    const answer = await verify();
    expect([answer.status, answer.json().error]).toEqual([409, 'domaine_non_prouve']);
    expect(answer.text.length).toBeLessThan(500);
  }
  dns.behave({ kind: 'texts', texts: ['x'.repeat(20_000), 'v=spf1 -all', `"${proof}"`, ...many] });
  expect((await verify()).status).toBe(200);
});

it('a claim that is made anew while the DNS is asked needs its own proof', async () => {
  const before = dns.asked;
  dns.behave({ kind: 'silence' });
  const answer = verify();
  await until('the DNS is asked', () => dns.asked > before);
  await query(vitrine.databaseUrl, 'UPDATE revendications SET jeton = $1', ['0'.repeat(40)]);
  // The question is asked once more, and the record with the token of before is found.
  dns.behave({ kind: 'texts', texts: [proof] });
  const { status, json } = await answer;
  expect([status, json().error]).toEqual([404, 'introuvable']);
  expect(await isGiven()).toBe(false);
});

it('of what one account asks at once, four questions are under way, and the others are refused at once', async () => {
  dns.behave({ kind: 'silence' });
  const answers = await Promise.all(Array.from({ length: 12 }, verify));
  const codes = answers.map((answer) => answer.json().error);
  expect(codes.filter((code) => code === 'indisponible').length).toBeGreaterThanOrEqual(1);
  expect(codes.filter((code) => code === 'dns_sans_reponse').length).toBeGreaterThanOrEqual(4);
  expect(new Set(codes)).toEqual(new Set(['indisponible', 'dns_sans_reponse']));
});
