import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Client, createClient } from '../../support/client.ts';
import { printedByAdmin } from '../../support/operator.ts';
import { type PageReader, pageReader } from '../../support/page-reader.ts';
import { sharedProgram, type TestProgram } from '../../support/program.ts';

let vitrine: TestProgram;
let client: Client;
let parent: string;
let reader: PageReader;
let email: string;
beforeAll(async () => {
  vitrine = await sharedProgram();
  client = await createClient(vitrine);
  parent = await mkdtemp(join(tmpdir(), 'vitrine-first-theme-'));
  await mkdir(join(parent, 'vitrine'));
  reader = pageReader(join(parent, 'vitrine'), client.tenant.key);
  const { rows } = await client.sql('SELECT email FROM comptes WHERE id = $1', [client.tenant.accountId]);
  email = String(rows[0]?.email);
});
afterAll(() => rm(parent, { recursive: true }));

/** The words of a command as a shell has them. */
const wordsOf = (line: string): string[] =>
  [...line.matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, bare = '']) => quoted ?? bare);

/** Runs one line of the page. @returns what the reader sees */
async function enter(line: string): Promise<string> {
  const here = line
    .replace('demo@vitrine.localhost', email)
    .replace('http://localhost:3000', `http://127.0.0.1:${vitrine.port}`);
  const [, visited] = /^curl -s http:\/\/([^/]+):3000\/$/.exec(line) ?? [];
  if (visited !== undefined) return (await vitrine.ask({ host: visited })).text;
  if (!here.startsWith('npx vitrine ')) return (await reader.shell(`set -e; ${here}`)).err;
  const words = wordsOf(here).slice(2);
  if (words[0] === 'admin') return printedByAdmin(vitrine.databaseUrl, words.slice(1));
  // Who follows the page enters the key at the terminal.
  return (await reader.run(words[0] === 'connexion' ? [...words, '--cle', '-'] : words)).said;
}

/** Each theme has another id. */
const withoutIds = (text: string): string => text.replace(/\([0-9a-f]{8}\)/g, '(…)');

it('who follows docs/first-theme.md sees what the page shows, and has a published page at the end', async () => {
  const page = await readFile('docs/first-theme.md', 'utf8');
  const blocks = [...page.matchAll(/^(?:`([\w./-]+)`[^\n]*\n\n)?```(\w+)\n(.*?)^```$/gms)];
  let [seen, isOneCommand] = ['', false];
  for (const [, path, language, text = ''] of blocks) {
    if (path !== undefined) await writeFile(join(parent, 'brume', path), text);
    else if (language === 'text') {
      for (const line of text.trimEnd().split('\n')) expect(withoutIds(seen)).toContain(withoutIds(line));
      if (isOneCommand) expect(withoutIds(text).trim()).toBe(withoutIds(seen).trim());
    } else if (language === 'sh') {
      const lines = text.trimEnd().split('\n');
      isOneCommand = lines.length === 1;
      seen = '';
      for (const line of lines) seen += `${await enter(line)}\n`;
    }
  }
  expect(blocks.filter(([, path]) => path !== undefined)).toHaveLength(6);
  const published = await vitrine.ask({ host: 'brume.localhost' });
  expect(published.status).toBe(200);
  expect(published.text).toContain('<section class="accueil">\n  <h1>Le soir aussi</h1>');
  const [, styles = ''] = /href="(\/theme-assets\/[^"]+)"/.exec(published.text) ?? [];
  expect((await vitrine.ask({ host: 'brume.localhost', path: styles })).text).toContain('.accueil--centre');
});
