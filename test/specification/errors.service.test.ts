import { createHash, randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { query } from '../support/database.ts';
import type { Answer } from '../support/http.ts';
import {
  createKey,
  createTenant,
  sharedProgram,
  startTestProgram,
  type Tenant,
  type TestProgram,
} from '../support/program.ts';
import { refuseRows } from '../support/refused-rows.ts';
import { storeFiles } from '../support/stored-files.ts';

/** A test for each row of the tables under "Errors" in the specification. */

let vitrine: TestProgram;
let tenant: Tenant;
let themeId: string;
beforeAll(async () => {
  vitrine = await sharedProgram();
  tenant = await createTenant(vitrine.databaseUrl);
  themeId = await install(tenant.key);
  await readDocument();
});
afterAll(() => vitrine.close());

const sql = (text: string, values: unknown[] = []) => query(vitrine.databaseUrl, text, values);

/** The routes as `/openapi.json` tells them: each code that is met must stand there. */
interface Told {
  readonly pattern: RegExp;
  readonly method: string;
  readonly codes: readonly string[];
}
let told: readonly Told[];
let last: { method: string; path: string };

async function readDocument(): Promise<void> {
  const { paths } = (await vitrine.ask({ path: '/openapi.json' })).json();
  told = Object.entries<Record<string, { 'x-refus': string[] }>>(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      pattern: new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}$`),
      method: method.toUpperCase(),
      codes: operation['x-refus'],
    })),
  );
}

/** What a request of the tenant differs in. */
interface Request {
  readonly key?: string;
  readonly body?: unknown;
  readonly headers?: Record<string, string>;
}
function ask(method: string, path: string, request: Request = {}): Promise<Answer> {
  last = { method, path: path.split('?')[0] ?? '' };
  return vitrine.ask({ method, path, key: tenant.key, ...request });
}
const files = (method: string, query = '', request: Request = {}, id = themeId) =>
  ask(method, `/api/themes/${id}/fichiers${query}`, request);
const write = (chemin: unknown, contenu: unknown = '', more: object = {}, id = themeId) =>
  files('PUT', '', { body: { chemin, contenu, ...more } }, id);

async function install(key: string): Promise<string> {
  const answer = await vitrine.ask({
    method: 'POST',
    path: '/api/themes',
    key,
    body: { action: 'installer', origine: 'origo' },
  });
  return answer.json().themeId;
}

/** A session of this account, as a browser holds it. */
async function signedIn(accountId: string): Promise<Record<string, string>> {
  const secret = randomBytes(32).toString('base64url');
  const fingerprint = createHash('sha256').update(secret).digest('hex');
  await sql("INSERT INTO sessions (empreinte, compte_id, expire_le) VALUES ($1, $2, now() + interval '1 day')", [
    fingerprint,
    accountId,
  ]);
  return { cookie: `vitrine_session=${secret}`, 'sec-fetch-site': 'same-origin' };
}

const archive = (more: object = {}) => ({
  format: 'service-theme',
  format_version: 1,
  nom: 'Thème',
  fichiers: {
    'layout/theme.liquid': '{{ content_for_layout }}',
    'templates/index.json': '{}',
    'config/settings_schema.json': '[]',
  },
  ...more,
});
const importing = (body: unknown) => ask('POST', '/api/themes/importer', { body });
const withFile = (path: string, content: string) => archive({ fichiers: { ...archive().fichiers, [path]: content } });

/** Does `work` while the database refuses rows of a table. */
async function whileRefused<T>(table: string, work: () => Promise<T>, accepted?: string): Promise<T> {
  const allow = await refuseRows(vitrine.databaseUrl, table, accepted);
  return work().finally(allow);
}

type Row = readonly [code: string, status: number, condition: string, provoke: () => Promise<Answer>];

const title = '%s %i: %s';
async function expectRefusal([code, status, , provoke]: Row): Promise<Answer> {
  const answer = await provoke();
  expect([answer.status, answer.json().error]).toEqual([status, code]);
  const route = told.find(({ pattern, method }) => method === last.method && pattern.test(last.path));
  expect(route?.codes, `${last.method} ${last.path}`).toContain(code);
  return answer;
}

describe('Authentication and access', () => {
  const rows: Row[] = [
    ['unauthorized', 401, 'unknown key', () => ask('GET', '/api/themes', { key: `svc_${'a'.repeat(43)}` })],
    [
      'unauthorized',
      401,
      'revoked key',
      async () => {
        const key = await createKey(vitrine.databaseUrl, tenant.accountId);
        await sql('UPDATE cles SET revoquee_le = now() WHERE prefixe = $1', [key.slice(0, 12)]);
        return ask('GET', '/api/themes', { key });
      },
    ],
    [
      'unauthorized',
      401,
      'expired key',
      async () => {
        const key = await createKey(vitrine.databaseUrl, tenant.accountId, { expiresAt: '2020-01-01T00:00:00Z' });
        return ask('GET', '/api/themes', { key });
      },
    ],
    ['unauthorized', 401, 'no key and no session', () => ask('GET', '/api/themes', { key: '' })],
    ['unauthorized', 401, 'route not open to keys', () => ask('GET', '/api/cles')],
    [
      'portee_insuffisante',
      403,
      'key scope too small',
      async () => {
        const key = await createKey(vitrine.databaseUrl, tenant.accountId, { scope: 'lecture' });
        return ask('POST', '/api/themes', { key, body: { action: 'brouillon' } });
      },
    ],
    [
      'portee_reservee',
      403,
      'workshop-scope key requested by an account that is neither partner nor agency',
      async () => {
        const headers = await signedIn(tenant.accountId);
        return ask('POST', '/api/cles', { key: '', headers, body: { portee: 'atelier' } });
      },
    ],
    [
      'role_insuffisant',
      403,
      'account role on the site does not cover the action',
      async () => {
        const reader = await createTenant(vitrine.databaseUrl);
        await sql("UPDATE membres SET role = 'lecteur' WHERE compte_id = $1", [reader.accountId]);
        return ask('POST', '/api/themes', { key: reader.key, body: { action: 'brouillon' } });
      },
    ],
    [
      'site_interdit',
      403,
      'designated site not accessible',
      () => ask('GET', '/api/themes', { headers: { 'x-service-site-cible': 'ailleurs' } }),
    ],
    [
      'no_site',
      409,
      'account has no site',
      async () => {
        const lonely = await createTenant(vitrine.databaseUrl);
        await sql('DELETE FROM membres WHERE compte_id = $1', [lonely.accountId]);
        return ask('GET', '/api/themes', { key: lonely.key });
      },
    ],
    [
      'trop_de_tentatives',
      429,
      'more than ten invalid keys in the window',
      async () => {
        const key = `svc_${randomBytes(32).toString('base64url')}`;
        for (let n = 0; n < 10; n++) expect((await ask('GET', '/api/themes', { key })).status).toBe(401);
        return ask('GET', '/api/themes', { key });
      },
    ],
  ];
  it.each(rows)(title, async (...row) => {
    const { headers, text } = await expectRefusal(row);
    if (row[0] === 'trop_de_tentatives') {
      expect(JSON.parse(text)).toEqual({ error: 'trop_de_tentatives' });
      expect(headers['retry-after']).toBeUndefined();
    }
  });

  it('indisponible 503: no service key configured', async () => {
    const url = vitrine.databaseUrl;
    const other = await startTestProgram({ SERVICE_DATABASE_URL: '' }, { databaseUrl: url });
    const answer = await other.ask({ path: '/api/themes', key: tenant.key });
    await other.close();
    expect([answer.status, answer.json().error]).toEqual([503, 'indisponible']);
  });
});

describe('Billing', () => {
  it.each([
    ['expire', false],
    ['aucun', false],
    ['actif', true],
  ])('site_inactif 402: etat %s, suspended: %s; reads and the deletion of a draft stay open', async (etat, suspended) => {
    const idle = await createTenant(vitrine.databaseUrl);
    const draft = await install(idle.key);
    await sql('UPDATE sites SET etat = $2, suspendu = $3 WHERE id = $1', [idle.siteId, etat, suspended]);
    const asIdle = (method: string, path: string, body?: unknown) => ask(method, path, { key: idle.key, body });
    const refused = await Promise.all([
      asIdle('POST', '/api/themes', { action: 'installer', origine: 'origo' }),
      asIdle('PATCH', '/api/themes', { id: draft, publier: true }),
      asIdle('PUT', `/api/themes/${draft}/fichiers`, { chemin: 'assets/a.css', contenu: '' }),
      asIdle('DELETE', `/api/themes/${draft}/fichiers?chemin=assets/a.css`),
      asIdle('POST', '/api/themes/importer', archive()),
    ]);
    for (const answer of refused) {
      expect([answer.status, answer.json().error, answer.json().etat]).toEqual([402, 'site_inactif', etat]);
    }
    expect((await asIdle('GET', '/api/themes')).status).toBe(200);
    expect((await asIdle('GET', `/api/themes/${draft}/export`)).status).toBe(200);
    expect((await asIdle('DELETE', `/api/themes?id=${draft}`)).status).toBe(200);
  });

  it('site_a_activer 402: site taken over by its customer, awaiting first payment', async () => {
    const waiting = await createTenant(vitrine.databaseUrl);
    await sql('UPDATE sites SET a_activer = true WHERE id = $1', [waiting.siteId]);
    const answer = await ask('POST', '/api/themes', { key: waiting.key, body: { action: 'brouillon' } });
    expect([answer.status, answer.json().error, answer.json().etat]).toEqual([402, 'site_a_activer', undefined]);
  });
});

describe('Request and resource', () => {
  const rows: Row[] = [
    ['invalid_input', 400, 'body absent', () => ask('POST', '/api/themes')],
    ['invalid_input', 400, 'body unreadable', () => ask('POST', '/api/themes', { body: '{' })],
    [
      'invalid_input',
      400,
      'body out of bounds',
      () => ask('PATCH', '/api/themes', { body: { id: themeId, nom: 'n'.repeat(81) } }),
    ],
    ['invalid_input', 400, 'missing `id` parameter', () => ask('DELETE', '/api/themes')],
    ['invalid_input', 400, 'missing `chemin` parameter', () => files('DELETE')],
    [
      'invalid_input',
      400,
      'short theme id where a uuid is required',
      () => ask('POST', '/api/themes', { body: { action: 'dupliquer', id: themeId.slice(0, 8) } }),
    ],
    ['introuvable', 404, 'theme unknown', () => files('GET', '', {}, '00000000-0000-4000-8000-000000000000')],
    [
      'introuvable',
      404,
      'theme of another site',
      async () => files('GET', '', { key: (await createTenant(vitrine.databaseUrl)).key }),
    ],
    ['fichier_introuvable', 404, 'path absent from the theme', () => files('GET', '?chemin=assets/absent.css')],
    [
      'sans_origine',
      404,
      'theme has no known catalog original',
      async () => {
        const imported = (await importing(archive())).json().themeId;
        return files('GET', '/origine?chemin=layout/theme.liquid', await asBrowser(), imported);
      },
    ],
    [
      'absent_de_l_original',
      404,
      'file does not exist in the catalog original',
      async () => files('GET', '/origine?chemin=snippets/absent.liquid', await asBrowser()),
    ],
    ['composant_inconnu', 404, 'unknown health component key', () => ask('GET', '/api/sante?c=rien')],
    [
      'theme_inconnu',
      400,
      '`origine` is not one of the eight catalog ids',
      () => ask('POST', '/api/themes', { body: { action: 'installer', origine: 'inconnu' } }),
    ],
    [
      'theme_publie',
      409,
      'deleting the published theme',
      async () => {
        const id = await install(tenant.key);
        await ask('PATCH', '/api/themes', { body: { id, publier: true } });
        return ask('DELETE', `/api/themes?id=${id}`);
      },
    ],
    ...['layout/theme.liquid', 'templates/index.json', 'config/settings_schema.json'].map(
      (path): Row => ['fichier_requis', 409, `deleting ${path}`, () => files('DELETE', `?chemin=${path}`)],
    ),
    [
      'fichier_existe',
      409,
      '`siAbsent` and the path holds other content',
      async () => {
        await write('assets/pris.css', 'a');
        return write('assets/pris.css', 'b', { siAbsent: true });
      },
    ],
    [
      'aucun_theme',
      409,
      'working draft requested with no published theme',
      async () => {
        const { key } = await createTenant(vitrine.databaseUrl);
        return ask('POST', '/api/themes', { key, body: { action: 'brouillon' } });
      },
    ],
    [
      'trop_de_cles',
      409,
      'twenty live keys on the account',
      async () => {
        const rich = await createTenant(vitrine.databaseUrl);
        const headers = await signedIn(rich.accountId);
        for (let n = 1; n < 20; n++) await createKey(vitrine.databaseUrl, rich.accountId);
        return ask('POST', '/api/cles', { key: '', headers, body: {} });
      },
    ],
    [
      'autre_site',
      409,
      '`garde.site` differs from the current site',
      async () => {
        const garde = { site: '00000000-0000-4000-8000-000000000000', majLe: null };
        return ask('PATCH', '/api/menus', { ...(await asBrowser()), body: { menus: {}, garde } });
      },
    ],
    [
      'modifie_entre_temps',
      409,
      'object changed since `garde.majLe`',
      async () => {
        const browser = await asBrowser();
        await ask('PATCH', '/api/menus', { ...browser, body: { menus: {} } });
        const garde = { site: tenant.siteId, majLe: '2020-01-01T00:00:00.000000Z' };
        return ask('PATCH', '/api/menus', { ...browser, body: { menus: {}, garde } });
      },
    ],
  ];
  it.each(rows)(title, async (...row) => {
    await expectRefusal(row);
  });

  /** A key beside a session cookie: what the edge lets through. */
  async function asBrowser(): Promise<Request> {
    return { headers: await signedIn(tenant.accountId) };
  }
});

describe('File and archive format', () => {
  const full = async () => {
    const id = (await importing(archive())).json().themeId;
    const more = Array.from({ length: 117 }, (_, n) => [`snippets/s${n}.liquid`, '']);
    await storeFiles(vitrine.databaseUrl, tenant.siteId, id, Object.fromEntries(more));
    return id;
  };
  const many = (count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, n) => [`snippets/s${n}.liquid`, '']));
  const rows: Row[] = [
    ['traversee', 400, 'path starts with `/`', () => write('/assets/a.css')],
    ['traversee', 400, 'path contains `..`', () => write('assets/../a.css')],
    ['traversee', 400, 'path contains a backslash', () => write('assets\\a.css')],
    ['hors_dossier', 400, 'not exactly two segments', () => write('assets/a/b.css')],
    ['hors_dossier', 400, 'unknown first segment', () => write('ailleurs/a.css')],
    ['nom', 400, 'file name does not start with a letter or digit', () => write('assets/-a.css')],
    ['nom', 400, 'file name contains other characters', () => write('assets/é.css')],
    ['extension', 400, 'extension not admitted in that folder', () => write('assets/a.liquid')],
    ['syntaxe', 400, 'Liquid analysis failed', () => write('snippets/a.liquid', 'x\n  {% if %}')],
    ['syntaxe', 400, 'JSON analysis failed', () => write('templates/a.json', '{\n  "a": x}')],
    ['trop_de_fichiers', 400, '120 files reached at creation', async () => write('assets/z.css', '', {}, await full())],
    ['trop_de_fichiers', 400, 'more than 120 files at import', () => importing(archive({ fichiers: many(121) }))],
    [
      'fichier_trop_gros',
      400,
      'archive entry above 524288 UTF-16 code units',
      () => importing(withFile('assets/a.css', 'a'.repeat(524_289))),
    ],
    [
      'chemin_invalide',
      400,
      'archive entry refused by one of the four path rules',
      () => importing(withFile('assets/../a.css', '')),
    ],
    [
      'fichier_requis_manquant',
      400,
      'a required file missing (import)',
      () => importing(archive({ fichiers: { 'layout/theme.liquid': '' } })),
    ],
    ['vide', 400, 'archive without files', () => importing(archive({ fichiers: {} }))],
    ['archive_invalide', 400, 'body is not an export of this service', () => importing(archive({ format: 'autre' }))],
    ['archive_invalide', 400, 'format_version is not 1', () => importing(archive({ format_version: 2 }))],
    [
      'creation_impossible',
      400,
      'theme row could not be created',
      () => whileRefused('themes', () => importing(archive())),
    ],
    [
      'ecriture_impossible',
      400,
      'files could not be written; created theme erased',
      async () => {
        const count = async () => (await sql('SELECT count(*) FROM themes')).rows[0].count;
        const before = await count();
        const answer = await whileRefused('fichiers', () => importing(archive()));
        expect(await count()).toBe(before);
        return answer;
      },
    ],
  ];
  it.each(rows)(title, async (...row) => {
    const { text } = await expectRefusal(row);
    if (row[0] === 'syntaxe') {
      expect(JSON.parse(text)).toMatchObject({ message: expect.any(String), ligne: 2, colonne: expect.any(Number) });
    }
  });
});

describe('Server failures', () => {
  const rows: Row[] = [
    [
      'save_failed',
      500,
      'a write failed in the data store',
      () => whileRefused('fichiers', () => write('assets/neuf.css', '')),
    ],
    [
      'load_failed',
      500,
      'a read failed in the data store',
      async () => {
        await sql('ALTER VIEW fichiers_complets RENAME TO fichiers_ailleurs');
        try {
          return await files('GET');
        } finally {
          await sql('ALTER VIEW fichiers_ailleurs RENAME TO fichiers_complets');
        }
      },
    ],
    [
      'publication_impossible',
      500,
      'publication did not complete',
      () =>
        whileRefused(
          'themes',
          () => ask('PATCH', '/api/themes', { body: { id: themeId, publier: true } }),
          "role <> 'publie'",
        ),
    ],
  ];
  it.each(rows)(title, async (...row) => {
    await expectRefusal(row);
  });
});
