/** Two who write to texts of one site at once, each through an instance of its own: the database lets one of them be first. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { KEPT_DAYS } from '../../../src/storage/deleted-texts.ts';
import type { RolePools } from '../../../src/storage/role-pools.ts';
import { tidyTexts } from '../../../src/storage/text-upkeep.ts';
import { refusalOf } from '../../support/content-api.ts';
import { freshDatabase, openPools, query } from '../../support/database.ts';
import { handInInstants } from '../../support/database-instant.ts';
import type { Answer } from '../../support/http.ts';
import { createTenant, startTestProgram, type Tenant, type TestProgram } from '../../support/program.ts';

const ROUNDS = 4;

let databaseUrl: string;
let instances: readonly TestProgram[];
let pools: readonly RolePools[];
let tenant: Tenant;
let handIn: (instant: string) => Promise<void>;
beforeAll(async () => {
  databaseUrl = await freshDatabase();
  handIn = await handInInstants(databaseUrl);
  instances = [await startTestProgram({}, { databaseUrl }), await startTestProgram({}, { databaseUrl })];
  pools = instances.map(() => openPools(databaseUrl, 'vitrine_gestion'));
  tenant = await createTenant(databaseUrl);
});
afterAll(() => Promise.all([...instances.map((one) => one.close()), ...pools.map((one) => one.end())]));

let asked = 0;
/** Asks the instances by turns. */
function ask(method: string, path: string, body?: object): Promise<Answer> {
  const instance = instances[asked++ % instances.length];
  if (!instance) throw new Error('no instance runs');
  return instance.ask({ method, path, key: tenant.key, besideSession: true, ...(body && { body }) });
}
const codesOf = (answers: readonly Answer[]) =>
  answers.map((answer) => (answer.status < 300 ? 'done' : refusalOf(answer)[1])).sort();

/** What stands in the rows of a text, and its versions. */
async function stored(kind: string, id: string) {
  const row = await query(databaseUrl, `SELECT to_jsonb(t) AS valeurs FROM ${kind} t WHERE id = $1`, [id]);
  const versions = await query(
    databaseUrl,
    'SELECT numero, moyen FROM versions_de_contenus WHERE contenu_id = $1 ORDER BY numero',
    [id],
  );
  return { row: row.rows[0]?.valeurs, versions: versions.rows };
}

describe.each([
  ['pages', 'page', 'publiee'],
  ['articles', 'article', 'publie'],
] as const)('two at once at /api/%s', (kind, one, published) => {
  const path = `/api/${kind}`;
  let blog: object = {};
  beforeAll(async () => {
    if (kind === 'articles')
      blog = { blog_id: (await ask('POST', '/api/blogs', { slug: 'journal', titre: 'Journal' })).json().id };
  });
  const create = async (slug: string, more: object = {}): Promise<string> =>
    (await ask('POST', path, { slug, titre: 'Titre', contenu: 'avant', ...blog, ...more })).json().id;
  const read = async (id: string) => (await ask('GET', `${path}?id=${id}`)).json()[one];
  const patch = (body: object) => ask('PATCH', path, body);

  it('publish at one address: one does, of the other nothing is changed', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const slug = `meme-${kind}-${round}`;
      const ids = [
        await create(`${slug}-a`, { [published]: false }),
        await create(`${slug}-b`, { [published]: false }),
      ];
      const later = { publie_le: '2099-01-01T00:00:00Z' };
      for (const id of ids) await patch({ id, travail: { slug, contenu: `de ${id}` } });
      const before = await Promise.all(ids.map((id) => stored(kind, id)));
      const answers = await Promise.all(
        ids.map((id, n) => patch({ id, publier: true, ...(n === round % 2 && later) })),
      );
      expect(codesOf(answers)).toEqual(['adresse_prise', 'done']);
      for (const [n, id] of ids.entries()) {
        if (answers[n]?.status === 409) expect(await stored(kind, id)).toEqual(before[n]);
        else expect(await read(id)).toMatchObject({ slug, contenu: `de ${id}`, [published]: true, travail: null });
      }
    }
  });

  it('make a text at one address, or with one id: one is made', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const slug = `neuve-${kind}-${round}`;
      const body = () => ({ id: randomUUID(), slug, titre: 'Neuve', ...blog });
      expect(codesOf(await Promise.all([ask('POST', path, body()), ask('POST', path, body())]))).toEqual([
        'adresse_prise',
        'done',
      ]);
      const again = { ...body(), slug: `${slug}-encore`, travail: { contenu: 'début' } };
      const answers = await Promise.all([ask('POST', path, again), ask('POST', path, again)]);
      expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
      expect((await stored(kind, again.id)).versions.map(({ numero }) => numero)).toEqual([1, 2]);
    }
  });

  it('save over one version: one does, and what the other has written is nowhere', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const id = await create(`garde-${kind}-${round}`);
      const garde = { site: tenant.siteId, majLe: (await read(id)).maj_le };
      const saves = ['un', 'deux'].map((contenu) => ({ id, garde, travail: { contenu } }));
      const acts = round % 2 === 0 ? saves : [saves[0] ?? {}, { id, garde, contenu: 'deux' }];
      const answers = await Promise.all(acts.map(patch));
      expect(codesOf(answers)).toEqual(['done', 'modifie_entre_temps']);
      const winner = answers.findIndex(({ status }) => status === 200);
      const { contenu, travail, maj_le } = await read(id);
      expect(travail?.contenu ?? contenu).toBe(winner === 0 ? 'un' : 'deux');
      expect(maj_le).toBe(answers[winner]?.json().majLe);
      expect((await stored(kind, id)).versions).toHaveLength(2);
    }
  });

  it('plan and publish: as one after the other, in either order', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const id = await create(`prevue-${kind}-${round}`);
      await patch({ id, travail: { contenu: 'travail' } });
      const [planned, shown] = await Promise.all([
        patch({ id, prevoir: '2099-01-01T00:00:00Z' }),
        patch({ id, publier: true }),
      ]);
      // Planned first, the plan is shown; published first, there is nothing to plan.
      expect([shown.status, [200, 400].includes(planned.status)]).toEqual([200, true]);
      expect(await read(id)).toMatchObject({ contenu: 'travail', travail: null, prevu: null, prevu_le: null });
    }
  });

  it('delete and publish: what is published first can be had back', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const id = await create(`supprimee-${kind}-${round}`);
      await patch({ id, travail: { contenu: 'travail' } });
      const [removed, shown] = await Promise.all([ask('DELETE', `${path}?id=${id}`), patch({ id, publier: true })]);
      expect([removed.status, [200, 404].includes(shown.status)]).toEqual([200, true]);
      expect((await stored(kind, id)).row).toBeUndefined();
      const back = await Promise.all([0, 1].map(() => ask('POST', '/api/contenus-supprimes', { id })));
      expect(codesOf(back)).toEqual(['done', 'introuvable']);
      const { contenu, travail } = await read(id);
      expect([contenu, travail]).toEqual(shown.status === 200 ? ['travail', null] : ['avant', { contenu: 'travail' }]);
    }
  });

  it('write where plans have just passed, while instances settle and tidy: no plan is lost, none comes back', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const instant = `${kind === 'pages' ? 2097 : 2098}-0${round + 1}-01T00:00:00Z`;
      const ids = await Promise.all([0, 1, 2].map((n) => create(`regle-${kind}-${round}-${n}`)));
      const [changed = '', ended = '', other = ''] = ids;
      await patch({ id: changed, travail: { contenu: 'après', titre: 'Après' } });
      await patch({ id: changed, prevoir: instant });
      await patch({ id: ended, retire_le: instant });
      await patch({ id: changed, travail: { titre: 'Plus tard' } });
      await handIn(instant);
      const answers = await Promise.all([
        patch({ id: changed, travail: { titre: 'Plus tard', seo_titre: 'S' } }),
        patch({ id: other, contenu: 'autre' }),
        patch({ id: changed, prevoir: null }),
        ...pools.map((pool) => tidyTexts(pool, KEPT_DAYS, '').then(() => null)),
        read(changed).then((text) => expect(text).toMatchObject({ contenu: 'après', titre: 'Après', prevu: null })),
        read(ended).then((text) => expect(text).toMatchObject({ [published]: false, retire_le: null })),
      ]);
      expect(answers.slice(0, 3).map((answer) => (answer as Answer).status)).toEqual([200, 200, 200]);
      expect(await read(changed)).toMatchObject({
        ...{ contenu: 'après', titre: 'Après', prevu: null, travail: { titre: 'Plus tard', seo_titre: 'S' } },
      });
      expect((await stored(kind, ended)).row).toMatchObject({ [published]: false, retire_le: null });
    }
  });
});

it('two instances tidy at once: each deleted text goes once, and neither fails', async () => {
  await query(
    databaseUrl,
    `INSERT INTO contenus_supprimes (site_id, id, genre, titre, valeurs, supprime_le)
     SELECT $1, gen_random_uuid(), 'page', 'T', '{}', '2020-01-01' FROM generate_series(1, 2500)`,
    [tenant.siteId],
  );
  const tidy = async (pool: RolePools) => {
    for (let after: string | null = ''; after !== null; ) after = await tidyTexts(pool, KEPT_DAYS, after);
  };
  await Promise.all([...pools, ...pools].map(tidy));
  const { rows } = await query(
    databaseUrl,
    "SELECT count(*)::int AS n FROM contenus_supprimes WHERE supprime_le = '2020-01-01'",
  );
  expect(rows).toEqual([{ n: 0 }]);
});
