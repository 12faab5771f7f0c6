/** People act at random while connections to the database are cut: afterwards every act that was done has its one entry, and no entry is without its act. */
import { rm } from 'node:fs/promises';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { freshDataDir } from '../../support/data-dir.ts';
import { freshDatabase } from '../../support/database.ts';
import { FaultProxy } from '../../support/fault-proxy.ts';
import { MINIMAL_THEME, startTestProgram } from '../../support/program.ts';
import { refuseRows } from '../../support/refused-rows.ts';
import { runs } from '../../support/soak.ts';
import { askUntil } from '../../support/until.ts';
import { People, type Person } from './acts.ts';

/** Acts of one phase, and people who act at the same time. */
const EACH = 8;
const AT_ONCE = 3;
const PATIENCE_MS = 60_000;

let people: People;
let proxy: FaultProxy;
let dataDir: string;
let owner: Person;
let editor: Person;
let marks = 0;
/** Pages and themes that were made, for those who delete and publish them: each once. */
const made = { pages: [] as string[], themes: [] as string[] };
/** How many acts were answered as done, and how many were answered with nothing, or as a fault of the service. */
const seen = { done: 0, struck: 0 };

beforeAll(async () => {
  dataDir = await freshDataDir();
  const databaseUrl = await freshDatabase();
  proxy = await FaultProxy.start(databaseUrl);
  const through = proxy.url(databaseUrl);
  const urls = { DATABASE_URL: through, SERVICE_DATABASE_URL: through };
  people = new People(await startTestProgram({ DATA_DIR: dataDir, ...urls }, { databaseUrl }), dataDir);
  [owner, editor] = [await people.person(), await people.person()];
  await people.join(owner, editor, 'editeur');
});
afterAll(async () => {
  await people?.vitrine.close();
  await proxy?.stop();
  await rm(dataDir, { recursive: true, force: true });
});

const on = (who: Person, method: string, path: string, body?: object) =>
  people.asking(who, method, path, body, owner.siteId);

/** What people do, each time to something new, so that the tables tell what was done. */
const DOES = {
  blog: (who: Person, mark: string) => on(who, 'POST', '/api/blogs', { slug: mark, titre: mark }),
  page: async (who: Person, mark: string) => {
    const answer = await on(who, 'POST', '/api/pages', { slug: mark, titre: mark, contenu: '', publiee: true });
    if (answer.status === 201) made.pages.push(answer.json().id);
    return answer;
  },
  deletion: (who: Person) => {
    const id = made.pages.pop();
    return id === undefined ? null : on(who, 'DELETE', `/api/pages?id=${id}`);
  },
  key: (who: Person, mark: string) => on(who, 'POST', '/api/cles', { nom: mark, portee: 'lecture' }),
  invitation: (_who: Person, mark: string) =>
    on(owner, 'POST', '/api/invitations', { email: `${mark}@exemple.fr`, role: 'lecteur' }),
  theme: async (who: Person, mark: string) => {
    const archive = { format: 'service-theme', format_version: 1, nom: mark, fichiers: MINIMAL_THEME };
    const answer = await on(who, 'POST', '/api/themes/importer', archive);
    if (answer.status === 201) made.themes.push(answer.json().themeId);
    return null;
  },
  publication: (who: Person) => {
    const id = made.themes.pop();
    return id === undefined ? null : on(who, 'PATCH', '/api/themes', { id, publier: true });
  },
} as const;
type Deed = keyof typeof DOES;

/** What the tables tell, by the act that the record has of it. */
const DONE: Readonly<Record<string, { readonly detail: string; readonly text: string }>> = {
  blog_ajoute: { detail: 'titre', text: 'SELECT titre AS mark FROM blogs WHERE site_id = $1' },
  page_publiee: {
    detail: 'titre',
    text: `SELECT titre AS mark FROM pages WHERE site_id = $1 AND publiee AND slug LIKE 'm-%'
           UNION ALL SELECT titre FROM contenus_supprimes WHERE site_id = $1`,
  },
  page_supprimee: { detail: 'id', text: 'SELECT id AS mark FROM contenus_supprimes WHERE site_id = $1' },
  cle_creee: { detail: 'nom', text: "SELECT nom AS mark FROM cles WHERE nom LIKE 'm-%' AND $1::uuid IS NOT NULL" },
  membre_invite: { detail: 'id', text: 'SELECT id AS mark FROM invitations WHERE site_id = $1' },
  theme_publie: { detail: 'id', text: 'SELECT id AS mark FROM themes WHERE site_id = $1 AND publie_le IS NOT NULL' },
};

async function check(): Promise<void> {
  for (const [act, { detail, text }] of Object.entries(DONE)) {
    const done = (await people.sql(text, [owner.siteId])).map(({ mark }) => mark);
    const told = await people.sql('SELECT details->>$3 AS mark FROM journal WHERE site_id = $1 AND acte = $2', [
      ...[owner.siteId, act, detail],
    ]);
    expect(told.map(({ mark }) => mark).sort(), act).toEqual(done.sort());
  }
  const others = await people.sql('SELECT DISTINCT acte FROM journal WHERE site_id = $1 AND acte <> ALL ($2)', [
    ...[owner.siteId, Object.keys(DONE)],
  ]);
  expect(others).toEqual([]);
}

interface Phase {
  readonly deeds: readonly (readonly Deed[])[];
  /** After so many acts have begun, and so many milliseconds later. */
  readonly after: number;
  readonly later: number;
  readonly blow: 'cut' | 'refuse';
}

const phases: fc.Arbitrary<Phase> = fc.record({
  deeds: fc.array(fc.array(fc.constantFrom(...(Object.keys(DOES) as Deed[])), { minLength: EACH, maxLength: EACH }), {
    ...{ minLength: AT_ONCE, maxLength: AT_ONCE },
  }),
  after: fc.nat(AT_ONCE * EACH - 1),
  later: fc.nat(15),
  blow: fc.constantFrom('cut', 'refuse'),
});

/** @returns null where there was nothing to do */
const asked = (deed: Deed, who: Person) =>
  Promise.resolve(DOES[deed](who, `m-${++marks}`)).catch(() => ({ status: 599 }));

async function live({ deeds, after, later, blow }: Phase): Promise<void> {
  let begun = 0;
  let struck: Promise<unknown> = Promise.resolve();
  const strike = async () => {
    await new Promise((resolve) => setTimeout(resolve, later));
    if (blow === 'cut') return proxy.cut();
    const accept = await refuseRows(people.vitrine.databaseUrl, 'journal');
    await new Promise((resolve) => setTimeout(resolve, later));
    await accept();
  };
  const person = async (number: number) => {
    for (const deed of deeds[number] ?? []) {
      if (begun++ === after) struck = strike();
      const who = number % 2 === 0 ? owner : editor;
      const { status } = (await asked(deed, who)) ?? { status: 0 };
      if (status >= 500) seen.struck++;
      if (status >= 200 && status < 300) seen.done++;
    }
  };
  await Promise.all(deeds.map((_, number) => person(number)));
  await struck;
  const answers = async () => (await on(owner, 'GET', '/api/membres')).status;
  await askUntil('the program answers again', answers, (status) => status === 200, PATIENCE_MS);
}

it('an act and its entry are stored together, or neither is', async () => {
  await fc.assert(
    fc.asyncProperty(phases, async (phase) => {
      await live(phase);
      await check();
    }),
    { numRuns: runs(8, 100), endOnFailure: true },
  );
  // The blows have struck somebody, and most acts were done.
  expect(seen.struck).toBeGreaterThan(0);
  expect(seen.done).toBeGreaterThan(seen.struck);
}, 180_000);
