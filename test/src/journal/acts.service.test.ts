/** Each act of the list leaves one entry in the record of its site, and none of them is done without the entry. */
import { rm } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ACTS, type ActName } from '../../../src/journal/acts.ts';
import { freshDataDir } from '../../support/data-dir.ts';
import { onDatabase } from '../../support/database.ts';
import { startTestProgram } from '../../support/program.ts';
import { refuseRows } from '../../support/refused-rows.ts';
import { PASSWORD } from '../../support/sign-in.ts';
import { ACTS_DONE, CODE, People, prepared } from './acts.ts';

let people: People;
let dataDir: string;
beforeAll(async () => {
  dataDir = await freshDataDir();
  people = new People(await startTestProgram({ DATA_DIR: dataDir }), dataDir);
});
afterAll(async () => {
  await people.vitrine.close();
  await rm(dataDir, { recursive: true, force: true });
});

interface Row {
  readonly id: string;
  readonly site_id: string;
  readonly acte: string;
  readonly moyen: string;
  readonly compte_id: string | null;
  readonly auteur: string | null;
  readonly details: Record<string, string>;
}
const entries = async () => (await people.sql('SELECT * FROM journal')) as Row[];

/** What changes with time, or whenever somebody asks: not what acts do. */
const ASIDE = ['journal', 'tentatives', 'sessions', 'usages', 'echecs', 'quarantaines', 'textes', 'originaux'];

/** Asks for all that is stored, but the record itself, as one text. */
let storedQuery: string;
beforeAll(async () => {
  const tables = await people.sql(
    "SELECT relname FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace ORDER BY relname",
  );
  const texts = tables
    .filter(({ relname }) => !ASIDE.includes(relname))
    .map(
      ({ relname }) => `SELECT '${relname}: ' || coalesce(string_agg(t::text, E'\\n' ORDER BY t::text), '') AS text
       FROM (SELECT to_jsonb(t) - 'derniere_utilisation' AS t FROM ${relname} t) t`,
    );
  storedQuery = texts.join(' UNION ALL ');
});

/** The database plans this once for a connection, because it has a name. */
const stored = () =>
  onDatabase(people.vitrine.databaseUrl, async (client) => {
    const { rows } = await client.query({ name: 'stored', text: storedQuery });
    return rows.map(({ text }) => text).join('\n');
  });

const names = Object.keys(ACTS_DONE) as (keyof typeof ACTS_DONE)[];

describe('an act', () => {
  it.each(names)('%s leaves one entry, and is not done where the entry cannot be written', async (act) => {
    const { who, does } = await prepared(people, act);
    const before = new Set((await entries()).map(({ id }) => id));
    const state = await stored();

    const accept = await refuseRows(people.vitrine.databaseUrl, 'journal');
    const isDone = await does().catch(() => false);
    await accept();
    expect(isDone).toBe(false);
    expect(await stored()).toBe(state);

    expect(await does()).toBe(true);
    const left = (await entries()).filter(({ id }) => !before.has(id));
    expect(left.map(({ acte }) => acte)).toEqual([act]);
    const [entry] = left;
    if (act !== 'site_cree') expect(entry?.site_id).toBe(who.siteId);
    for (const [, name = ''] of ACTS[act as ActName].phrase.matchAll(/\{(\w+)\}/g)) {
      expect(entry?.details).toHaveProperty(name, expect.stringMatching(/./));
    }
  });

  it('that changes nothing leaves none', async () => {
    const who = await people.person();
    const name = String((await people.sql('SELECT nom FROM sites WHERE id = $1', [who.siteId]))[0]?.nom);
    const page = await people.page(who, false);
    const theme = await people.published(who);
    const before = (await entries()).length;
    await people.given(who, 'PATCH', '/api/site', { nom: name, slug: who.slug });
    await people.given(who, 'PATCH', '/api/parametres/seo', { valeurs: { masque: false, titre: 'a' } });
    await people.given(who, 'PATCH', '/api/parametres/acces', { valeurs: { code: null } });
    await people.given(who, 'DELETE', '/api/site/hors-ligne');
    await people.given(who, 'PATCH', '/api/pages', { id: page, travail: { titre: 'En cours' } });
    await people.given(who, 'PATCH', '/api/pages', { id: page, publiee: false });
    await people.given(who, 'GET', `/api/themes/${theme}/export?lecture`);
    await people.given(who, 'PATCH', '/api/membres', { compte: who.accountId, role: 'proprietaire' });
    expect((await entries()).length).toBe(before);
  });
});

describe('the entries', () => {
  it('say who it was: a session, a key, an operator', async () => {
    const who = await people.person();
    const by = async () => {
      const [row] = await people.sql('SELECT * FROM journal WHERE site_id = $1 ORDER BY fait_le DESC LIMIT 1', [
        who.siteId,
      ]);
      return [row?.acte, row?.moyen, row?.compte_id, row?.auteur];
    };
    await people.published(who);
    expect(await by()).toEqual(['theme_publie', 'compte', who.accountId, who.email]);
    await people.byKey(who, 'POST', '/api/blogs', { slug: 'n', titre: 'N' });
    const [{ prefixe }] = (await people.sql('SELECT prefixe FROM cles WHERE compte_id = $1', [who.accountId])) as [
      { prefixe: string },
    ];
    expect(await by()).toEqual(['blog_ajoute', 'cle', who.accountId, prefixe]);
  });

  it('have nothing secret', async () => {
    const all = JSON.stringify(await people.sql('SELECT acte, auteur, details FROM journal'));
    expect(all.length).toBeGreaterThan(1_000);
    for (const secret of [CODE, PASSWORD, 'scrypt', '$argon2', 'qui@exemple.fr', 'x@exemple.fr']) {
      expect(all).not.toContain(secret);
    }
    const secrets = await people.sql(
      'SELECT empreinte FROM cles UNION SELECT empreinte FROM sessions UNION SELECT empreinte FROM liens',
    );
    for (const { empreinte } of secrets) expect(all).not.toContain(empreinte);
    // Keys, tokens and links are long random texts: an id is the longest that stands there.
    for (const [word] of all.matchAll(/[A-Za-z0-9_-]{24,}/g))
      expect(word).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
  });
});
