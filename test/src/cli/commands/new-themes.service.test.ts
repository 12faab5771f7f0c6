import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { duplicateCommand } from '../../../../src/cli/commands/duplicate.ts';
import { type ExportOptions, exportCommand } from '../../../../src/cli/commands/export.ts';
import { importCommand } from '../../../../src/cli/commands/import.ts';
import { list } from '../../../../src/cli/commands/list.ts';
import type { ImportOptions } from '../../../../src/cli/commands/made-theme.ts';
import { browserCommand, openCommand, openInBrowser } from '../../../../src/cli/commands/open.ts';
import { pushCommand } from '../../../../src/cli/commands/push.ts';
import { renameCommand } from '../../../../src/cli/commands/rename.ts';
import { status } from '../../../../src/cli/commands/status.ts';
import { type Client, createClient } from '../../../support/client.ts';
import { buryLocks, Life } from '../../../support/mortal.ts';
import { MINIMAL_THEME, sharedProgram, type TestProgram } from '../../../support/program.ts';
import { createThemeAuthor, type Outcome, type ThemeAuthor } from '../../../support/theme-author.ts';
import { askUntil } from '../../../support/until.ts';

/** Commands that are killed. */
const DEATHS = 8;

let vitrine: TestProgram;
beforeAll(async () => {
  vitrine = await sharedProgram();
});
afterAll(() => vitrine.close());

interface Scene {
  readonly client: Client;
  readonly author: ThemeAuthor;
  importing(source?: string, options?: ImportOptions, answer?: boolean): Promise<Outcome>;
}

/** A site without a theme, and an author with the files of one in the folder `mien`. */
async function scene(more: Readonly<Record<string, string>> = {}): Promise<Scene> {
  const client = await createClient(vitrine);
  const environment = { VITRINE_ADRESSE: `http://127.0.0.1:${vitrine.port}`, VITRINE_CLE: client.tenant.key };
  const author = await createThemeAuthor(environment);
  for (const [path, content] of Object.entries({ ...MINIMAL_THEME, ...more })) {
    await author.write(`mien/${path}`, content);
  }
  return {
    client,
    author,
    importing: (source = 'mien', options = {}, answer) =>
      author.run((context) => importCommand(context, source, options), answer === undefined ? {} : { answer }),
  };
}

const METADATA = { 'config/theme.json': '{"nom": "Brise", "version": "2.1.0"} // à nous' };
const pushing = (author: ThemeAuthor, answer?: boolean) =>
  author.run((context) => pushCommand(context, [], { dossier: 'mien' }), answer === undefined ? {} : { answer });

describe('vitrine importer', () => {
  it('makes nothing of a folder in which a conflict is not settled', async () => {
    const { client, importing } = await scene({
      'assets/a.css': 'a{}\n<<<<<<< HEAD\nb{}\n=======\nc{}\n>>>>>>> branche\n',
    });
    expect((await importing()).refusal).toMatchObject({ code: 'marqueurs', exit: 3 });
    expect(await client.list()).toEqual([]);
  });

  it('makes a draft of a folder, which then follows it: the next push sends only what changed', async () => {
    const { client, author, importing } = await scene({ ...METADATA, 'assets/app.js': 'x' });
    const outcome = await importing();
    expect(outcome.refusal).toBe(null);
    expect(outcome.questions).toEqual([]);
    expect(await client.list()).toMatchObject([{ nom: 'Brise', version: '2.1.0', role: 'brouillon', origine: null }]);
    expect(outcome.result).toMatchObject({ nouveau: true, fichiers: 5, ignores: [{ chemin: 'assets/app.js' }] });
    expect(outcome.said).toContain('Laissé de côté : mien/assets/app.js: Le dossier « assets » ne prend');
    await author.write('mien/assets/a.css', 'a{}');
    const pushed = await pushing(author);
    expect(pushed.result).toMatchObject({ envoyes: ['assets/a.css'], a_recuperer: [] });
  });

  it('makes no second theme when it is run again after its end was lost, and asks before a second of that name', async () => {
    const { client, author, importing } = await scene();
    await client.ask({ method: 'POST', path: '/api/themes/importer', body: archive('mien') });
    const again = await importing();
    expect(again.result).toMatchObject({ nouveau: false });
    expect(again.said).toContain('a déjà « mien »');
    expect((await pushing(author)).said).toContain('Rien à pousser');
    expect((await importing()).said).toContain('« vitrine dupliquer » en fait une copie.');
    expect(await client.list()).toHaveLength(1);

    await author.write('autre/mien/layout/theme.liquid', 'autre');
    for (const [path, content] of Object.entries(MINIMAL_THEME).slice(1)) {
      await author.write(`autre/mien/${path}`, content);
    }
    const asked = await importing('autre/mien', {}, false);
    expect([asked.refusal?.code, asked.questions]).toEqual(['decline', [expect.stringContaining('un second')]]);
    expect(await readdir(join(author.folder, 'autre/mien/.vitrine'))).not.toContain('etat.json');
    const told = await importing('autre/mien', { nouveau: true });
    expect(told.result).toMatchObject({ nouveau: true });
    expect(await client.list()).toHaveLength(2);
  });

  it('killed at any operation, or without the answer, and run again: one theme, which the folder follows', async () => {
    const { client, author, importing } = await scene();
    const whole = new Life();
    await whole.live(() => importing());
    const ends = Array.from(
      { length: DEATHS },
      (_, back) => [{ at: whole.operations - 3 * back, what: 'kill' }] as const,
    );
    const cuts = [[{ at: 2, when: 'after', forGood: false }]] as const;
    for (const [turn, life] of [...ends.map((end) => new Life(end)), new Life([], cuts[0])].entries()) {
      const name = `mort-${turn}`;
      for (const [path, content] of Object.entries(MINIMAL_THEME)) await author.write(`${name}/${path}`, content);
      const first = await life.live(() => importing(name));
      if (first !== 'killed' && first.refusal)
        expect(first.refusal.message).toContain('la même commande le reconnaîtra');
      buryLocks(join(author.folder, name));
      const again = await importing(name);
      expect(again.refusal).toBe(null);
      const made = (await client.list()).filter(({ nom }) => nom === name);
      expect(made).toHaveLength(1);
      const state = JSON.parse((await author.read(`${name}/.vitrine/etat.json`)) ?? '');
      expect([state.theme.id, Object.keys(state.fichiers)]).toEqual([made[0]?.id, Object.keys(MINIMAL_THEME).sort()]);
    }
  });

  it('asks before a folder leaves the theme that it follows', async () => {
    const { client, importing } = await scene();
    await importing();
    const declined = await importing('mien', { nom: 'Neuf' }, false);
    expect([declined.refusal?.code, declined.questions]).toEqual([
      'decline',
      [expect.stringContaining('Ce dossier suit « mien »')],
    ]);
    expect(await client.list()).toHaveLength(1);
    const done = await importing('mien', { nom: 'Neuf', versionTheme: '3' }, true);
    expect(done.result).toMatchObject({ theme: { nom: 'Neuf', version: '3' }, nouveau: true });
  });

  it('names each file that cannot be imported, and what the service finds wrong in the others', async () => {
    const { client, author, importing } = await scene({ 'sections/casse.liquid': 'a\n{% if %}' });
    const outcome = await importing();
    expect(outcome.said).toMatch(/^mien\/sections\/casse\.liquid:2:\d+: erreur/m);
    const lacking = { ...MINIMAL_THEME, '../x.css': '', 'assets/\u001b.js': '' } as Record<string, string>;
    delete lacking['templates/index.json'];
    await author.write('a.json', JSON.stringify({ ...archive('A'), fichiers: lacking }));
    const refused = await importing('a.json');
    expect(refused.refusal?.code).toBe('traversee');
    expect(refused.said).toContain('../x.css: ');
    expect(refused.said).toContain('templates/index.json: Ce fichier manque');
    expect(refused.said).not.toContain('\u001b');
    await author.write('vide/notes.txt', 'x');
    await author.write('b.json', JSON.stringify({ ...archive('B'), fichiers: { 'assets/a.css': '\0' } }));
    expect((await importing('b.json')).said).toContain('assets/a.css: Ce fichier a un caractère');
    expect((await importing('vide')).refusal?.code).toBe('sans_theme');
    expect((await importing('absent')).refusal?.exit).toBe(2);
    expect((await importing('mien', { nom: ' ' })).refusal?.exit).toBe(2);
    expect(await client.list()).toHaveLength(1);
  });

  it.each([
    ['no JSON', '{'],
    ['another format', '{"format": "autre", "fichiers": {}}'],
    ['another version', JSON.stringify({ ...archive('A'), format_version: 2 })],
    [
      'two files of one path',
      JSON.stringify(archive('A')).replace('"fichiers":{', '"fichiers":{"layout/theme.liquid":"x",'),
    ],
    ['a file that is no text', JSON.stringify({ ...archive('A'), fichiers: { 'assets/a.css': 1 } })],
  ])('refuses an archive with %s before it asks the service', async (_what, text) => {
    const author = await createThemeAuthor({});
    await author.write('a.json', text);
    const outcome = await author.run((context) => importCommand(context, 'a.json', {}));
    expect(outcome.refusal?.code).toBe('archive_invalide');
  });
});

const archive = (nom: string) => ({
  ...{ format: 'service-theme', format_version: 1, nom, version: '1.0.0' },
  fichiers: MINIMAL_THEME,
});

describe('vitrine exporter', () => {
  it('writes the archive that importer takes, over no other file unless asked', async () => {
    const { client, author, importing } = await scene();
    await importing();
    const exporting = (options: ExportOptions = {}, answer?: boolean) =>
      author.run(
        (context) => exportCommand(context, undefined, { dossier: 'mien', ...options }),
        answer === undefined ? {} : { answer },
      );
    expect((await exporting()).result).toMatchObject({ archive: join(author.folder, 'mien-1.0.0.json') });
    const whole = await author.read('mien-1.0.0.json');
    await author.write('ici.json', 'un autre');
    expect((await exporting({ sortie: 'ici.json' }, false)).refusal?.code).toBe('decline');
    expect(await author.read('ici.json')).toBe('un autre');
    await exporting({ sortie: 'ici.json' }, true);
    expect(JSON.parse((await author.read('ici.json')) ?? '')).toMatchObject({ nom: 'mien', fichiers: MINIMAL_THEME });
    expect(JSON.parse((await exporting({ sortie: '-' })).said).fichiers).toEqual(JSON.parse(whole ?? '').fichiers);
    expect((await readdir(author.folder)).sort()).toEqual(['ici.json', 'mien', 'mien-1.0.0.json']);
    expect((await exporting({ sortie: '/dev/null' })).refusal?.exit).toBe(2);
    await author.write('coin/rien', '');
    expect((await exporting({ sortie: 'coin' })).result).toMatchObject({
      archive: join(author.folder, 'coin/mien-1.0.0.json'),
    });
    const back = await importing('ici.json', { nom: 'Retour' });
    expect(back.result).toMatchObject({ theme: { nom: 'Retour' }, dossier: null });
    expect(await client.list()).toHaveLength(2);
  });
});

describe('vitrine dupliquer, renommer', () => {
  it('copies a theme and names it; the folder follows its own, by its new name', async () => {
    const { client, author, importing } = await scene();
    await importing();
    const copied = await author.run((context) =>
      duplicateCommand(context, undefined, { dossier: 'mien', nom: 'Copie' }),
    );
    expect(copied.result).toMatchObject({ theme: { nom: 'Copie', role: 'brouillon' }, source: { nom: 'mien' } });
    const renamed = await author.run((context) => renameCommand(context, ' Belle Étoile ', { dossier: 'mien' }));
    expect(renamed.result).toMatchObject({ theme: { nom: 'Belle Étoile' }, avant: 'mien' });
    expect(new Set((await client.list()).map(({ nom }) => nom))).toEqual(new Set(['Copie', 'Belle Étoile']));
    expect(JSON.parse((await author.read('mien/.vitrine/etat.json')) ?? '').theme.nom).toBe('Belle Étoile');
    expect((await pushing(author)).said).toContain('« Belle Étoile »');
    const other = await author.run((context) => renameCommand(context, 'Autre', { theme: 'Copie' }));
    expect(other.refusal).toBe(null);
    const wrong = await author.run((context) => renameCommand(context, 'x'.repeat(81), { theme: 'Autre' }));
    expect(wrong.refusal?.exit).toBe(2);
  });
});

describe('vitrine pousser in a folder that follows nothing', () => {
  it('offers to make a theme of it, and names importer where nobody is asked', async () => {
    const { client, author } = await scene();
    const alone = await pushing(author);
    expect([alone.refusal?.code, alone.said]).toEqual(['sans_theme', expect.stringContaining('« vitrine importer »')]);
    expect((await pushing(author, false)).refusal?.code).toBe('decline');
    expect(await client.list()).toEqual([]);
    expect((await pushing(author, true)).result).toMatchObject({ nouveau: true, fichiers: 4 });
    expect((await pushing(author)).said).toContain('Rien à pousser');
    expect(await client.list()).toHaveLength(1);
  });
});

it.each([
  ['linux', {}, null],
  ['linux', { WAYLAND_DISPLAY: 'wayland-0' }, ['xdg-open']],
  ['darwin', {}, ['open']],
  ['win32', {}, ['rundll32', 'url.dll,FileProtocolHandler']],
] as const)('on %s with %j the browser is opened by %j', (platform, environment, expected) =>
  expect(browserCommand(platform, environment)).toEqual(expected));

it('a machine without the program that opens browsers is no obstacle, and no shell reads the address', async () => {
  const author = await createThemeAuthor({});
  const { PATH } = process.env;
  await writeFile(join(author.folder, 'xdg-open'), `#!/bin/sh\nprintf '%s' "$1" > "${author.folder}/vu"\n`, {
    mode: 0o755,
  });
  try {
    process.env.PATH = '/absent';
    await openInBrowser('http://localhost/', { DISPLAY: ':0' });
    process.env.PATH = `${author.folder}:${PATH}`;
    await openInBrowser('http://localhost/$(touch la)', { DISPLAY: ':0' });
    const seen = await askUntil(
      'the browser has begun',
      () => author.read('vu'),
      (text) => text !== null && text !== '',
    );
    expect(seen).toBe('http://localhost/$(touch la)');
  } finally {
    process.env.PATH = PATH;
  }
});

describe('vitrine statut, ouvrir, lister', () => {
  it('say where a folder stands, and change nothing', async () => {
    const { client, author, importing } = await scene();
    await importing();
    const standing = () => author.run((context) => status(context, { dossier: 'mien' }));
    expect((await standing()).said).toContain('les mêmes ici et sur le service');
    const [theme] = await client.list();
    await client.put(theme?.id ?? '', 'assets/la.css', 'b{}');
    await author.write('mien/assets/ici.css', 'a{}');
    const before = await author.read('mien/.vitrine/etat.json');
    const outcome = await standing();
    expect(outcome.result).toMatchObject({
      theme: { nom: 'mien', role: 'brouillon' },
      site: { slug: client.tenant.slug },
      ici: [{ chemin: 'assets/ici.css', etat: 'change' }],
      service: [{ chemin: 'assets/la.css', etat: 'change' }],
      des_deux_cotes: [],
    });
    expect(outcome.said).toMatch(/^Ici {7}assets\/ici\.css \(« vitrine pousser »\)$/m);
    expect(await author.read('mien/.vitrine/etat.json')).toBe(before);
    expect((await author.run((context) => status(context, {}))).refusal?.code).toBe('sans_theme');
    const away = await createThemeAuthor({ VITRINE_ADRESSE: 'http://127.0.0.1:1', VITRINE_CLE: client.tenant.key });
    const state = before?.replaceAll(/http:[^"]*/g, 'http://127.0.0.1:1') ?? '';
    await away.write('.vitrine/etat.json', state);
    const known = await away.run((context) => status(context, {}));
    expect([known.refusal?.exit, known.said]).toEqual([4, expect.stringMatching(/^Thème {5}« mien »/m)]);

    const opened: string[] = [];
    const opening = await author.run((context) =>
      openCommand(context, undefined, { dossier: 'mien' }, async (address) => void opened.push(address)),
    );
    const address = `http://127.0.0.1:${vitrine.port}/studio/${client.tenant.siteId}/themes/${theme?.id}`;
    expect([opening.said, opened]).toEqual([address, [address]]);
    expect((await vitrine.ask({ path: new URL(address).pathname })).status).toBe(303);
    const seen = await author.run((context) =>
      openCommand(context, undefined, { public: true }, async (address) => void opened.push(address)),
    );
    expect(seen.said).toBe(`http://${client.tenant.slug}.localhost:${vitrine.port}/`);
    expect(opened.at(-1)).toBe(seen.said);
    expect(Object.keys((await client.themes('GET')).json().site)).toEqual(['id', 'slug', 'nom']);
  });

  it('lister in a folder lists the site of its theme, whatever the first site of the account is', async () => {
    const { client, author, importing } = await scene();
    await importing();
    const { accountId } = client.tenant;
    await client.sql(
      `WITH site AS (INSERT INTO sites (slug, nom, etat) VALUES ($1, 'Aaa', 'actif') RETURNING id)
       INSERT INTO membres (site_id, compte_id, role) SELECT id, $2::uuid, 'proprietaire' FROM site`,
      [`aaa-${client.tenant.slug}`, accountId],
    );
    const listing = (options = {}) => author.run((context) => list(context, options));
    expect((await listing()).said).toContain('Site « Aaa »');
    const here = await listing({ dossier: 'mien' });
    expect(here.result).toMatchObject({ site: { slug: client.tenant.slug }, themes: [{ nom: 'mien' }] });
    expect(here.said).toContain('Ce dossier suit « mien »');
    expect((await listing({ dossier: 'mien', site: `aaa-${client.tenant.slug}` })).said).toContain('Site « Aaa »');
  });
});
