import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { insertTheme } from '../../../src/storage/themes.ts';
import { onDatabase, query } from '../../support/database.ts';
import type { Question } from '../../support/http.ts';
import { createKey, createTenant, MINIMAL_THEME, sharedProgram, type TestProgram } from '../../support/program.ts';
import { BY_NOBODY } from '../../support/stored-files.ts';

/** The two tables of docs/decisions/order-of-checks.md: a request that breaks two checks is refused by the one of lower rank. */

let vitrine: TestProgram;
let foreignThemeId: string;
beforeAll(async () => {
  vitrine = await sharedProgram();
  foreignThemeId = await addTheme((await createTenant(vitrine.databaseUrl)).siteId);
});
afterAll(() => vitrine.close());

const sql = (text: string, values: unknown[]) => query(vitrine.databaseUrl, text, values);

const addTheme = (siteId: string, files: Readonly<Record<string, string>> = MINIMAL_THEME): Promise<string> =>
  onDatabase(vitrine.databaseUrl, (client) =>
    insertTheme(client, { siteId, name: 'T', version: '1', origin: null, authorship: BY_NOBODY, files }),
  );

/** A request in the making, with what it can be broken by. */
interface Draft {
  accountId: string;
  siteId: string;
  /** Of an account of its own: a key may be both weak and revoked. */
  key: string;
  themeId: string;
  designation: string | undefined;
  body: Record<string, unknown>;
  files: Record<string, string>;
}

interface Check {
  readonly name: string;
  readonly refusal: readonly [status: number, code: string];
  /** What it needs that another check of this name takes away. */
  readonly excludes?: string;
  violate(draft: Draft): Promise<void>;
}

const check = (
  name: string,
  refusal: readonly [number, string],
  violate: (draft: Draft) => Promise<unknown>,
  excludes?: string,
): Check => ({
  name,
  refusal,
  ...(excludes && { excludes }),
  violate: async (draft) => {
    await violate(draft);
  },
});

const revokeKeys = ({ accountId }: Draft) =>
  sql('UPDATE cles SET revoquee_le = now() WHERE compte_id = $1', [accountId]);
const weakenKeys = ({ accountId }: Draft) =>
  sql("UPDATE cles SET portee = 'lecture' WHERE compte_id = $1", [accountId]);
const leaveSites = ({ accountId }: Draft) => sql('DELETE FROM membres WHERE compte_id = $1', [accountId]);
const loseRole = ({ accountId }: Draft) => sql("UPDATE membres SET role = 'lecteur' WHERE compte_id = $1", [accountId]);
const expire = ({ siteId }: Draft) => sql("UPDATE sites SET etat = 'expire' WHERE id = $1", [siteId]);
const designateUnknown = async (draft: Draft) => {
  draft.designation = 'site-inconnu';
};

const ACCESS: readonly Check[] = [
  check('a valid key', [401, 'unauthorized'], revokeKeys),
  check('sufficient scope', [403, 'portee_insuffisante'], weakenKeys),
  check('account has a site', [409, 'no_site'], leaveSites, 'role'),
  check('requested site accessible', [403, 'site_interdit'], designateUnknown),
  check('role', [403, 'role_insuffisant'], loseRole, 'account has a site'),
];
const ACTIVE = check('site active', [402, 'site_inactif'], expire);

const THEMES: readonly Check[] = [
  ...ACCESS,
  ACTIVE,
  check('body conforms', [400, 'invalid_input'], async (draft) => {
    draft.body.nom = '';
  }),
  check('theme belongs to the site', [404, 'introuvable'], async (draft) => {
    draft.body.id = foreignThemeId;
  }),
];

const FILES: readonly Check[] = [
  ...ACCESS,
  check('theme belongs to the site', [404, 'introuvable'], async (draft) => {
    draft.themeId = foreignThemeId;
  }),
  ACTIVE,
  check('body conforms', [400, 'invalid_input'], async (draft) => {
    draft.body.siAbsent = 'oui';
  }),
  check(
    'path admitted',
    [400, 'hors_dossier'],
    async (draft) => {
      draft.body.chemin = 'ailleurs/a.liquid';
    },
    'path taken with siAbsent',
  ),
  check('syntax', [400, 'syntaxe'], async (draft) => {
    draft.body.contenu = '{% if %}';
  }),
  check(
    'path taken with siAbsent',
    [409, 'fichier_existe'],
    async (draft) => {
      draft.files['snippets/neuf.liquid'] = 'autre';
      draft.body.siAbsent ??= true;
    },
    'file ceiling at creation',
  ),
  check(
    'file ceiling at creation',
    [400, 'trop_de_fichiers'],
    async (draft) => {
      for (let n = Object.keys(draft.files).length; n < 120; n++) draft.files[`snippets/s${n}.liquid`] = '';
    },
    'path taken with siAbsent',
  ),
];

async function newDraft(): Promise<Draft> {
  const tenant = await createTenant(vitrine.databaseUrl);
  return {
    accountId: tenant.accountId,
    siteId: tenant.siteId,
    key: await createKey(vitrine.databaseUrl, tenant.accountId),
    themeId: '',
    designation: undefined,
    body: {},
    files: { ...MINIMAL_THEME },
  };
}

function pairsOf(checks: readonly Check[]): [string, string, Check, Check][] {
  return checks.flatMap((first, rank) =>
    checks
      .slice(rank + 1)
      .filter(({ name, excludes }) => name !== first.excludes && excludes !== first.name)
      .map((second): [string, string, Check, Check] => [first.name, second.name, first, second]),
  );
}

const ask = ({ key, designation, body }: Draft, question: Pick<Question, 'method' | 'path'>) =>
  vitrine.ask({
    ...question,
    key,
    body,
    ...(designation && { headers: { 'x-service-site-cible': designation } }),
  });

describe('themes routes: a request that breaks both', () => {
  it.each(pairsOf(THEMES))('%s and %s is refused for the first', async (_first, _second, first, second) => {
    const draft = await newDraft();
    draft.body = { id: await addTheme(draft.siteId), nom: 'Neuf' };
    await second.violate(draft);
    await first.violate(draft);
    const answer = await ask(draft, { method: 'PATCH', path: '/api/themes' });
    expect([answer.status, answer.json().error]).toEqual(first.refusal);
  });

  it.each(THEMES)('$name alone', async (one) => {
    const draft = await newDraft();
    draft.body = { id: await addTheme(draft.siteId), nom: 'Neuf' };
    expect((await ask(draft, { method: 'PATCH', path: '/api/themes' })).status).toBe(200);
    await one.violate(draft);
    const answer = await ask(draft, { method: 'PATCH', path: '/api/themes' });
    expect([answer.status, answer.json().error]).toEqual(one.refusal);
  });
});

describe('files routes: a request that breaks both', () => {
  async function write(draft: Draft) {
    const own = await addTheme(draft.siteId, draft.files);
    return ask(draft, { method: 'PUT', path: `/api/themes/${draft.themeId || own}/fichiers` });
  }
  const body = () => ({ chemin: 'snippets/neuf.liquid', contenu: 'bonjour' });

  it.each(pairsOf(FILES))('%s and %s is refused for the first', async (_first, _second, first, second) => {
    const draft = await newDraft();
    draft.body = body();
    await first.violate(draft);
    await second.violate(draft);
    const answer = await write(draft);
    expect([answer.status, answer.json().error]).toEqual(first.refusal);
  });

  it.each(FILES)('$name alone', async (one) => {
    const draft = await newDraft();
    draft.body = body();
    await one.violate(draft);
    const answer = await write(draft);
    expect([answer.status, answer.json().error]).toEqual(one.refusal);
  });

  it('an erroneous theme id on a suspended site: 404, not 402', async () => {
    const draft = await newDraft();
    await sql('UPDATE sites SET suspendu = true WHERE id = $1', [draft.siteId]);
    for (const themeId of [foreignThemeId, foreignThemeId.slice(0, 8), 'nul']) {
      const answer = await ask({ ...draft, body: body() }, { method: 'PUT', path: `/api/themes/${themeId}/fichiers` });
      expect([answer.status, answer.json().error]).toEqual([404, 'introuvable']);
    }
  });
});
