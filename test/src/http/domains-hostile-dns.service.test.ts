/** Servers of names that fail, are silent, or lie: nothing is given, nothing is held up, and a calm sentence says what happened. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { query } from '../../support/database.ts';
import { type HostileDnsServer, type Manner, startHostileDnsServer } from '../../support/hostile-dns-server.ts';
import { createTenant, startTestProgram, type TestProgram } from '../../support/program.ts';
import { signIn } from '../../support/sign-in.ts';
import { until } from '../../support/until.ts';

let dns: HostileDnsServer;
let vitrine: TestProgram;
beforeAll(async () => {
  dns = await startHostileDnsServer();
  vitrine = await startTestProgram({ DNS_SERVERS: dns.address });
});
afterAll(() => Promise.all([vitrine.close(), dns.end()]));

let claims = 0;
/** An account's claim to a name of its own. */
async function claim() {
  const host = `www.chez-lea-${++claims}.fr`;
  const { headers } = await signIn(vitrine, await createTenant(vitrine.databaseUrl));
  const call = (method: string, path: string, body?: object) =>
    vitrine.ask({ method, path: `/api/domaines${path}`, headers, ...(body && { body }) });
  const proof: string = (await call('POST', '', { hote: host })).json().enregistrement.valeur;
  return {
    host,
    proof,
    behave: (manner: Manner) => dns.behave(host, manner),
    verify: () => call('POST', `/${host}/verification`),
    state: async () => (await call('GET', `/${host}/etat`)).json().etat,
    isGiven: async () =>
      (await query(vitrine.databaseUrl, 'SELECT FROM domaines WHERE hote = $1', [host])).rowCount === 1,
  };
}

// Most of them wait for an answer that never comes.
describe.concurrent('a name whose server', () => {
  it.each([
    ['is silent', { kind: 'silence' }],
    ['has failed (SERVFAIL)', { kind: 'failure', code: 2 }],
    ['refuses to answer', { kind: 'failure', code: 5 }],
    ['sends nonsense', { kind: 'nonsense' }],
    ['answers what was not asked', { kind: 'of-another-name', text: 'vitrine=' }],
    ['begins an answer by TCP and never ends it', { kind: 'endless-tcp' }],
  ] as const)('%s: no answer', async (_what, manner) => {
    const { proof, behave, verify, state, isGiven } = await claim();
    behave(manner.kind === 'of-another-name' ? { ...manner, text: proof } : manner);
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
  ] as const)('%s: no proof', async (_what, manner) => {
    const { behave, verify, isGiven } = await claim();
    behave(manner);
    const answer = await verify();
    expect([answer.status, answer.json().error]).toEqual([409, 'domaine_non_prouve']);
    expect(answer.json().message).toContain('ne se voit pas encore');
    expect(await isGiven()).toBe(false);
  });

  it('has very many texts, and very long ones: they are read as far as a record may be', async () => {
    const { proof, behave, verify, isGiven } = await claim();
    const many = Array.from({ length: 1_500 }, (_, n) => `vitrine=${n}`);
    for (const texts of [
      many,
      ['x'.repeat(60_000)],
      [`${proof}${'0'.repeat(5_000)}`],
      ['', '\u0000', proof.slice(0, -1)],
    ]) {
      behave({ kind: 'texts', texts });
      const answer = await verify();
      expect([answer.status, answer.json().error]).toEqual([409, 'domaine_non_prouve']);
      expect(answer.text.length).toBeLessThan(500);
    }
    behave({ kind: 'texts', texts: ['x'.repeat(20_000), 'v=spf1 -all', `"${proof}"`, ...many] });
    expect((await verify()).status).toBe(200);
    expect(await isGiven()).toBe(true);
  });

  it('is asked while the claim is made anew: that needs its own proof', async () => {
    const { host, proof, behave, verify, isGiven } = await claim();
    const before = dns.asked(host);
    const answer = verify();
    await until('the DNS is asked', () => dns.asked(host) > before);
    await query(vitrine.databaseUrl, 'UPDATE revendications SET jeton = $1 WHERE hote = $2', ['0'.repeat(40), host]);
    // The question is asked once more, and the record with the token of before is found.
    behave({ kind: 'texts', texts: [proof] });
    const { status, json } = await answer;
    expect([status, json().error]).toEqual([404, 'introuvable']);
    expect(await isGiven()).toBe(false);
  });

  it('is silent: of what one account asks at once, four questions are under way, and the others are refused at once', async () => {
    const { verify } = await claim();
    const answers = await Promise.all(Array.from({ length: 12 }, verify));
    const codes = answers.map((answer) => answer.json().error);
    expect(codes.filter((code) => code === 'indisponible').length).toBeGreaterThanOrEqual(1);
    expect(codes.filter((code) => code === 'dns_sans_reponse').length).toBeGreaterThanOrEqual(4);
    expect(new Set(codes)).toEqual(new Set(['indisponible', 'dns_sans_reponse']));
  });
});
