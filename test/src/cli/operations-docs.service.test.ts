import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { isPasswordOf } from '../../../src/accounts/password.ts';
import { freshDatabase, query } from '../../support/database.ts';
import { printedByAdmin, runAdmin, runAdminApart } from '../../support/operator.ts';

/** Runs the commands of docs/operations.md about sites, accounts and people's data, as they stand there, in their order. */

let url: string;
let folder: string;
let sections: string;
beforeAll(async () => {
  url = await freshDatabase();
  folder = await mkdtemp(join(tmpdir(), 'archives-'));
  const page = await readFile(new URL('../../../docs/operations.md', import.meta.url), 'utf8');
  [, sections = ''] = /\n## What each state of a site does\n([\s\S]*?)\n## Contact forms\n/.exec(page) ?? [];
});
afterAll(() => rm(folder, { recursive: true }));

/** What the commands are about; some of them delete it. */
const prepare = () =>
  query(
    url,
    `WITH comptes AS (
       INSERT INTO comptes (email, mot_de_passe) VALUES ('lea@exemple.fr', '-'), ('paul@exemple.fr', '-')
       ON CONFLICT (email) WHERE confirme_le IS NOT NULL DO UPDATE SET email = excluded.email RETURNING id, email
     ), site AS (
       INSERT INTO sites (slug, nom) VALUES ('chez-lea', 'Chez Léa') ON CONFLICT DO NOTHING RETURNING id
     ) INSERT INTO membres (site_id, compte_id) SELECT site.id, comptes.id FROM site, comptes WHERE email = 'lea@exemple.fr'`,
  );

/** The words of a command as a shell has them: those of the documents quote with ' only. */
const wordsOf = (line: string): string[] =>
  [...line.matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, bare = '']) => quoted ?? bare);

const run = (words: readonly string[]) => printedByAdmin(url, words.slice(1));

it('each command that asks nothing does what the text around it says', async () => {
  const lines = [...sections.matchAll(/^npx vitrine (admin .*)$/gm)].map(([, line = '']) => line);
  const said: string[] = [];
  for (const line of lines.filter((one) => !/compte (creer|mot-de-passe)|site garder/.test(one))) {
    await prepare();
    const words = wordsOf(line.replace('/root/', `${folder}/`));
    if (line.includes(' supprimer '))
      words.push('--oui', ...(words.includes('--archive') ? [] : ['--archive', join(folder, `${said.length}`)]));
    said.push(await run(words));
  }
  expect(said.map((text) => text.replaceAll(folder, '').trimEnd())).toEqual([
    'Le site chez-lea est à l’état retard, suspendu, activé.',
    'Le site chez-lea est à l’état retard, non suspendu, activé.',
    'Le site chez-lea est hors ligne.',
    'Le site chez-lea est hors ligne pour une raison légale.',
    'Le site chez-lea est en ligne.',
    'Hors ligne : chez-lea.',
    'En ligne : chez-lea.',
    'Le site chez-lea est supprimé. Son archive est /chez-lea.json.',
    'Le compte lea@exemple.fr est supprimé. Son archive est /8.\nSites de paul@exemple.fr désormais : chez-lea.',
    'Le compte lea@exemple.fr est supprimé. Son archive est /9.',
  ]);
  expect((await readdir(folder)).sort()).toEqual(['8', '9', 'chez-lea.json']);
});

it('a password and a code come through a pipe', async () => {
  await prepare();
  const lines = [...sections.matchAll(/^pass show \S+ \| npx vitrine admin (.*)$/gm)].map(([, line = '']) => line);
  const [first, second] = lines.map(wordsOf);
  if (!first || !second || lines.length > 2) throw new Error('the page has other commands than two');
  const secret = 'un secret de pass\n';
  // One through a pipe of the system.
  for (const { err } of [await runAdminApart(url, first, secret), await runAdmin(url, second, {}, secret)])
    expect(err).toBe('');
  const { rows } = await query(url, 'SELECT mot_de_passe FROM comptes UNION SELECT code_acces FROM sites');
  const hashes = rows.map(({ mot_de_passe }) => mot_de_passe).filter((hash) => hash !== '-');
  expect(await Promise.all(hashes.map((hash) => isPasswordOf(hash, 'un secret de pass')))).toEqual([true, true]);
});
