import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { anyText } from '../../support/any-text.ts';
import { createTenant, sharedProgram, type Tenant, type TestProgram } from '../../support/program.ts';
import { runs } from '../../support/soak.ts';

const SRC = fileURLToPath(new URL('../../../src/', import.meta.url));

async function sources(): Promise<[path: string, text: string][]> {
  const names = (await readdir(SRC, { recursive: true })).filter((name) => name.endsWith('.ts'));
  return Promise.all(
    names.sort().map(async (name) => [name, await readFile(join(SRC, name), 'utf8')] as const),
  ) as Promise<[string, string][]>;
}

/** Template texts that hold SQL, with what is set into them. */
function setIntoSql(text: string): string[] {
  const templates = text.match(/`(?:[^`\\$]|\\.|\$(?!\{)|\$\{[^}]*\})*`/g) ?? [];
  return templates
    .filter((template) => /\b(SELECT|INSERT INTO|UPDATE|DELETE FROM|SET LOCAL|SET ROLE|CREATE|GRANT)\b/.test(template))
    .flatMap((template) => [...template.matchAll(/\$\{([^}]*)\}/g)].map(([, expression = '']) => expression));
}

/** Constants of our own, expressions.ts, settings of connections (connection.ts), names of columns (content-table.ts), and a role out of a closed list. */
const OURS =
  /^(?:[A-Z][A-Z_]*|(?:LONG|PROMPT)\.statement|(?:laterThan(?:Both)?|shownSince|wasShown)\((?:'[a-z_.$0-9]*'(?:, '[a-z_.$0-9]+')?|shownSince\(\))?\)|sql\.[a-z]+|name|value|calls|role)$/;

it('only constants of our own are set into the text of a statement, and only storage writes statements', async () => {
  const found = await sources();
  expect(found.length).toBeGreaterThan(30);
  for (const [path, text] of found) {
    // What runs in browsers asks about locks, and reaches no database.
    if (!/^(storage|studio)\//.test(path)) expect(text, path).not.toMatch(/\.query[<(]/);
    for (const expression of setIntoSql(text)) expect(expression, `${path}: \${${expression}}`).toMatch(OURS);
    // A statement is one text, never put together.
    expect(text, path).not.toMatch(/['"`]\s*(?:SELECT|INSERT INTO|UPDATE|DELETE FROM)\b[^;]*['"`]\s*\+/);
  }
});

let vitrine: TestProgram;
let tenant: Tenant;
let themeId: string;
beforeAll(async () => {
  vitrine = await sharedProgram();
  tenant = await createTenant(vitrine.databaseUrl);
  const body = { action: 'installer', origine: 'origo' };
  themeId = (await vitrine.ask({ method: 'POST', path: '/api/themes', key: tenant.key, body })).json().themeId;
});
afterAll(() => vitrine.close());

const FRAGMENTS = [
  "'",
  "''",
  '"',
  '\\',
  ';',
  '--',
  '/*',
  '*/',
  '$1',
  '$$',
  '%',
  '_',
  "' OR '1'='1",
  'E\\047',
  '\u0000',
  '\ud800',
];
const hostile = fc
  .array(fc.oneof(fc.constantFrom(...FRAGMENTS), anyText({ maxLength: 6 })), { maxLength: 6 })
  .map((parts) => parts.join(''));

it('whatever stands in a name, a path, a content, an id or a header is stored as it is or refused, and breaks nothing', async () => {
  const files = `/api/themes/${themeId}/fichiers`;
  const ask = (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) =>
    vitrine.ask({ method, path, key: tenant.key, body, headers });
  await fc.assert(
    fc.asyncProperty(hostile, async (text) => {
      const inAddress = encodeURIComponent(text.toWellFormed());
      const inHeader = text.replace(/[^\x20-\x7e]/g, '') || 'x';
      const answers = await Promise.all([
        ask('GET', `${files}?chemin=${inAddress}`),
        ask('DELETE', `${files}?chemin=${inAddress}`),
        ask('GET', `/api/themes/${inAddress}/fichiers`),
        ask('DELETE', `/api/themes?id=${inAddress}`),
        ask('POST', '/api/themes', { action: 'installer', origine: text }),
        ask('POST', '/api/themes', { action: 'dupliquer', id: text }),
        ask('PUT', files, { chemin: text, contenu: text }),
        ask('GET', '/api/themes', undefined, { 'x-service-site-cible': inHeader }),
        ask('GET', '/api/themes', undefined, { authorization: `Bearer svc_${inHeader}` }),
        ask('GET', `/api/sante?c=${inAddress}`),
      ]);
      expect(answers.map(({ status }) => status).filter((status) => status >= 500 && status !== 503)).toEqual([]);

      const renamed = await ask('PATCH', '/api/themes', { id: themeId, nom: text });
      const { themes } = (await ask('GET', '/api/themes')).json();
      if (renamed.status === 200) expect(themes[0].nom).toBe(text.trim());
      else expect(renamed.status).toBe(400);

      const written = await ask('PUT', files, { chemin: 'assets/hostile.css', contenu: text });
      expect(written.status).toBe(text.isWellFormed() && !text.includes('\0') ? 200 : 400);
      const { fichier } = (await ask('GET', `${files}?chemin=assets/hostile.css`)).json();
      if (written.status === 200) expect(fichier.contenu).toBe(text);
    }),
    { numRuns: runs(15, 600) },
  );
});
