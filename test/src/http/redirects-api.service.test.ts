/** Redirects as the API reads and writes them: forms, chains, loops, limits, files, races. */
import { beforeAll, describe, expect, it } from 'vitest';
import { readCsv } from '../../../src/text/csv.ts';
import { query } from '../../support/database.ts';
import { HOSTILE_SOURCES, HOSTILE_TARGETS } from '../../support/hostile-targets.ts';
import type { Answer } from '../../support/http.ts';
import { createTenant, sharedProgram, type Tenant, type TestProgram } from '../../support/program.ts';
import { signIn } from '../../support/sign-in.ts';

let vitrine: TestProgram;
beforeAll(async () => {
  vitrine = await sharedProgram();
});

type Ask = (method: string, path: string, body?: unknown) => Promise<Answer>;
interface Owner extends Tenant {
  readonly ask: Ask;
}

async function owner(): Promise<Owner> {
  const tenant = await createTenant(vitrine.databaseUrl);
  const { headers } = await signIn(vitrine, tenant);
  return { ...tenant, ask: (method, path, body) => vitrine.ask({ method, path, body, headers }) };
}

const PATH = '/api/redirections';
const add = (who: Owner, de: string, vers: string | null) => who.ask('POST', PATH, { de, vers });
const bring = (who: Owner, redirections: readonly object[]) => who.ask('POST', PATH, { redirections });
const at = (de: string) => `${PATH}?de=${encodeURIComponent(de)}`;
const outcome = (answer: Answer) => [answer.status, answer.json().error];
/** Where the redirects of a site lead, by where they start. */
const rowsOf = async ({ siteId }: Tenant): Promise<Record<string, string | null>> => {
  const { rows } = await query(
    vitrine.databaseUrl,
    'SELECT de, vers FROM redirections WHERE site_id = $1 ORDER BY de',
    [siteId],
  );
  return Object.fromEntries(rows.map(({ de, vers }) => [de, vers]));
};

describe('redirects', () => {
  it('are added, read, replaced and removed, in the form in which they are compared', async () => {
    const who = await owner();
    const added = await add(who, `http://${who.slug}.localhost/Ancienne/`, '/Nouvelle?a=B');
    expect(added.json()).toEqual({ ok: true, de: '/ancienne', vers: '/nouvelle?a=B' });
    expect((await add(who, '/ancienne', null)).json()).toEqual({ ok: true, de: '/ancienne', vers: null });
    await add(who, '/autre', 'https://autre.fr');
    const { redirections, total, suite } = (await who.ask('GET', PATH)).json();
    expect(redirections).toMatchObject([
      { de: '/autre', vers: 'https://autre.fr/', dessous: false, moyen: 'main' },
      { de: '/ancienne', vers: null, dessous: false, moyen: 'main' },
    ]);
    expect({ total, suite }).toEqual({ total: 2, suite: null });
    expect((await who.ask('GET', at('/ANCIENNE/'))).json().redirection).toMatchObject({ de: '/ancienne' });
    expect((await who.ask('DELETE', at('/Ancienne'))).json()).toEqual({ ok: true });
    expect(outcome(await who.ask('DELETE', at('/ancienne')))).toEqual([404, 'introuvable']);
    expect(outcome(await who.ask('GET', at('/ancienne')))).toEqual([404, 'introuvable']);
  });

  it('come page after page, and by a piece of either address', async () => {
    const who = await owner();
    await bring(
      who,
      [...Array(25).keys()].map((n) => ({ de: `/a-${n}`, vers: n % 5 === 0 ? `/Été-${n}` : '/x' })),
    );
    const all: string[] = [];
    for (let after: string | null = ''; after !== null; ) {
      const query: string = `?limite=7${after && `&apres=${encodeURIComponent(after)}`}`;
      const { redirections, suite, total } = (await who.ask('GET', PATH + query)).json();
      expect(total).toBe(25);
      all.push(...redirections.map(({ de }: { de: string }) => de));
      after = suite;
    }
    expect(new Set(all).size).toBe(25);
    expect(all).toHaveLength(25);
    expect((await who.ask('GET', `${PATH}?q=${encodeURIComponent('ÉTÉ')}`)).json()).toMatchObject({ total: 5 });
    expect((await who.ask('GET', `${PATH}?q=A-1`)).json()).toMatchObject({ total: 11 });
    expect(outcome(await who.ask('GET', `${PATH}?apres=x`))).toEqual([400, 'invalid_input']);
  });

  it('are of one site', async () => {
    const [one, other] = [await owner(), await owner()];
    await add(one, '/a', '/b');
    expect((await other.ask('GET', PATH)).json()).toMatchObject({ redirections: [], total: 0 });
    expect(outcome(await other.ask('DELETE', at('/a')))).toEqual([404, 'introuvable']);
  });

  it('open to no key, and are changed by no reader', async () => {
    const [who, reader] = [await owner(), await owner()];
    const byKey = await vitrine.ask({ path: PATH, key: who.key, besideSession: true });
    expect(outcome(byKey)).toEqual([401, 'unauthorized']);
    await query(vitrine.databaseUrl, "INSERT INTO membres (site_id, compte_id, role) VALUES ($1, $2, 'lecteur')", [
      who.siteId,
      reader.accountId,
    ]);
    const { headers } = await signIn(vitrine, reader);
    const there = { ...headers, 'x-service-site-cible': who.siteId };
    expect((await vitrine.ask({ path: PATH, headers: there })).status).toBe(200);
    const body = { de: '/a', vers: '/b' };
    expect(outcome(await vitrine.ask({ method: 'POST', path: PATH, headers: there, body }))).toEqual([
      403,
      'role_insuffisant',
    ]);
  });

  it('start from no address, and lead to none, that is hostile', async () => {
    const who = await owner();
    for (const vers of HOSTILE_TARGETS) {
      expect(outcome(await add(who, '/a', vers)), vers).toEqual([400, 'cible_refusee']);
    }
    for (const de of HOSTILE_SOURCES) {
      expect(outcome(await add(who, de, '/b')), de).toEqual([
        400,
        expect.stringMatching(/^(?:depart_refuse|adresse_reservee)$/),
      ]);
    }
    const { refusees, ajoutees } = (
      await bring(
        who,
        HOSTILE_TARGETS.map((vers) => ({ de: '/a', vers })),
      )
    ).json();
    expect({ ajoutees, refusees: refusees.length }).toEqual({ ajoutees: 0, refusees: HOSTILE_TARGETS.length });
    expect(await rowsOf(who)).toEqual({});
  });

  it('are led on to the end of their chain, whichever comes first', async () => {
    const who = await owner();
    for (const [de, vers] of [
      ['/a', '/b'],
      ['/b', '/c'],
      ['/d', '/a?x=1'],
      ['/c', 'https://autre.fr/'],
      ['/e', '/gone'],
      ['/gone', null],
    ] as const)
      expect(outcome(await add(who, de, vers))).toEqual([200, undefined]);
    const end = 'https://autre.fr/';
    expect(await rowsOf(who)).toEqual({
      ...{ '/a': end, '/b': end, '/c': end, '/d': `${end}?x=1` },
      ...{ '/e': '/gone', '/gone': null },
    });
  });

  it('lead on what is beneath a blog as long as they lead to a blog', async () => {
    const who = await owner();
    await bring(who, [{ de: '/blog/a', vers: '/blog/b', dessous: true }]);
    const wide = async () => {
      const { redirections } = (await who.ask('GET', `${PATH}?q=/blog/a`)).json();
      return redirections.map(({ vers, dessous }: { vers: string; dessous: boolean }) => [vers, dessous]);
    };
    await bring(who, [{ de: '/blog/b', vers: '/blog/c', dessous: true }]);
    expect(await wide()).toEqual([['/blog/c', true]]);
    await add(who, '/blog/c', '/nouvelles?x=1');
    expect(await wide()).toEqual([['/nouvelles?x=1', false]]);
  });

  it('of a file that leads round and round are taken quickly, in any order', async () => {
    const who = await owner();
    const chain = [...Array(1_500).keys()].flatMap((n) => [
      { de: `/a-${n}`, vers: '/t-0' },
      { de: `/t-${n}`, vers: `/t-${n + 1}` },
    ]);
    expect((await bring(who, chain)).json()).toMatchObject({ ajoutees: 3_000, refusees: [] });
    expect(new Set(Object.values(await rowsOf(who)))).toEqual(new Set(['/t-1500']));
    const back = (await bring(who, [{ de: '/t-1500', vers: '/a-3' }, ...chain.toReversed()])).json();
    expect(back).toMatchObject({ ajoutees: 3_000, refusees: [{ ligne: 1, error: 'boucle_de_redirections' }] });
  });

  it('stop where a text stands', async () => {
    const who = await owner();
    await vitrine.ask({
      method: 'POST',
      path: '/api/pages',
      key: who.key,
      besideSession: true,
      body: { slug: 'b', titre: 'B' },
    });
    await add(who, '/b', '/c');
    await add(who, '/a', '/b');
    expect(await rowsOf(who)).toEqual({ '/a': '/b', '/b': '/c' });
    expect(outcome(await add(who, '/c', '/a'))).toEqual([409, 'boucle_de_redirections']);
  });

  it.each([
    [['/a', '/a']],
    [['/a', '/A/']],
    [['/a', '/a#haut']],
    [['/a', '/b', '/b', '/a']],
    [['/a', '/b', '/b', '/c', '/c', '/a']],
    [['/q?x=1', '/p?x=1', '/p', '/q']],
    [['/p', '/q', '/q?x=1', '/p?x=1']],
  ])('never go round: %j', async (steps) => {
    const who = await owner();
    const last = steps.length - 2;
    for (let n = 0; n < last; n += 2) {
      expect(outcome(await add(who, String(steps[n]), String(steps[n + 1])))).toEqual([200, undefined]);
    }
    const before = await rowsOf(who);
    const refused = await add(who, String(steps[last]), String(steps[last + 1]));
    expect(outcome(refused)).toEqual([409, 'boucle_de_redirections']);
    expect(await rowsOf(who)).toEqual(before);
  });

  it('never go round, when both halves of a loop come at once', async () => {
    const who = await owner();
    for (let n = 0; n < 8; n++) {
      const answers = await Promise.all([add(who, `/a${n}`, `/b${n}`), add(who, `/b${n}`, `/a${n}`)]);
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    }
  });

  it('of a file are each judged, and 10,000 are the most', async () => {
    const who = await owner();
    const lines = [...Array(9_998).keys()].map((n) => ({ de: `/ancienne-${n}`, vers: `/nouvelle-${n}` }));
    const brought = (await bring(who, [{ de: '/blog', vers: '/x' }, ...lines, { de: '/y', vers: '//z' }])).json();
    expect(brought).toMatchObject({
      ajoutees: 9_998,
      refusees: [
        { ligne: 1, de: '/blog', error: 'adresse_reservee' },
        { ligne: 10_000, de: '/y', error: 'cible_refusee' },
      ],
    });
    const atOnce = await Promise.all([0, 1, 2, 3, 4].map((n) => add(who, `/x${n}`, '/y')));
    expect(atOnce.map(({ status }) => status).sort()).toEqual([200, 200, 400, 400, 400]);
    expect(Object.keys(await rowsOf(who))).toHaveLength(10_000);
    // A row that is there is replaced all the same.
    expect((await add(who, '/ancienne-7', '/z')).status).toBe(200);
    expect(
      (
        await bring(who, [
          { de: '/new', vers: '/y' },
          { de: '/ancienne-8', vers: null },
        ])
      ).json(),
    ).toMatchObject({
      ajoutees: 1,
      refusees: [{ ligne: 1, error: 'invalid_input' }],
    });
    const { text, headers } = await who.ask('GET', `${PATH}/export`);
    expect(headers['content-type']).toBe('text/csv; charset=utf-8');
    const { rows } = readCsv(text);
    expect(rows).toHaveLength(10_001);
    expect(new Set(rows.map(({ cells }) => cells[0])).size).toBe(10_001);
    expect(rows.find(({ cells }) => cells[0] === '/ancienne-8')?.cells).toEqual(['/ancienne-8', '', '']);
  });

  it('give the content a new version', async () => {
    const who = await owner();
    const version = async () =>
      (await query(vitrine.databaseUrl, 'SELECT contenu_maj_le::text FROM sites WHERE id = $1', [who.siteId])).rows[0]
        .contenu_maj_le;
    const versions = [await version()];
    for (const act of [
      () => add(who, '/a', '/b'),
      () => bring(who, [{ de: '/c', vers: null }]),
      () => who.ask('DELETE', at('/a')),
    ]) {
      await act();
      versions.push(await version());
    }
    expect(new Set(versions).size).toBe(4);
  });
});
