import { execFile } from 'node:child_process';
import { mkdir, readdir, readFile, rm, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { SaxesParser } from 'saxes';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Renderer } from '../../../../sandbox/index.ts';
import { buildCommandLine } from '../../../../src/cli/command-line.ts';
import { CommandRefusal } from '../../../../src/cli/command-refusal.ts';
import { Examiner } from '../../../../src/cli/theme-tests/examiner.ts';
import type { TesterOptions } from '../../../../src/cli/theme-tests/options.ts';
import { printOutcome, testFolder, testTheme } from '../../../../src/cli/theme-tests/test-theme.ts';
import { readThemeFolder } from '../../../../src/cli/workspace/theme-folder.ts';
import { runHere, runVitrine } from '../../../support/operator.ts';
import { lentRenderer } from '../../../support/program.ts';
import { emptyRecord, recordingTerminal } from '../../../support/recording-terminal.ts';
import { type ThemeOnDisk, themeOnDisk } from '../../../support/theme-on-disk.ts';

const FILES = {
  'layout/theme.liquid':
    '<!doctype html>\n<html><head><title>{{ page.titre | escape }}</title></head>\n<body style="color: {{ settings.encre }}">\n{{ content_for_layout }}\n<p>{{ "now" | date: "%Y" }} {{ nonce }}</p></body></html>\n',
  'config/settings_schema.json':
    '[{ "name": "a", "settings": [{ "type": "color", "id": "encre", "label": "Encre", "default": "#123456" }] }]',
  'sections/bandeau.liquid': `<section>
  <h1>{{ section.settings.titre | escape }}</h1>
  {% for block in section.blocks %}<a href="{{ block.settings.lien | escape }}">{{ forloop.index }}</a>{% endfor %}
</section>
{% schema %}
{
  "settings": [{ "type": "text", "id": "titre", "label": "T", "default": "Bonjour" }],
  "blocks": [{ "type": "lien", "settings": [{ "type": "url", "id": "lien", "label": "L", "default": "/" }] }]
}
{% endschema %}
`,
  'templates/index.json': '{ "sections": { "haut": { "type": "bandeau" } }, "order": ["haut"] }',
  'templates/page.json': '{ "sections": { "haut": { "type": "bandeau" } }, "order": ["haut"] }',
  'contenu.json':
    '{ "nom": "N", "menus": { "principal": [{ "titre": "A", "url": "/" }] }, "pages": [{ "slug": "infos", "titre": "Contact & plan", "contenu": "" }] }',
} as const;

let theme: ThemeOnDisk;
let renderer: Renderer;
const examiner = new Examiner();
beforeAll(async () => {
  [theme, renderer] = await Promise.all([themeOnDisk(), lentRenderer()]);
});
beforeEach(async () => {
  for (const name of await readdir(theme.root)) await rm(join(theme.root, name), { recursive: true });
  for (const [path, content] of Object.entries(FILES)) await theme.write(path, content);
});
afterAll(() => Promise.all([theme.remove(), examiner.close()]));

/** What the command says, without the folder's path, and what it prints for programs. */
async function tester(options: TesterOptions = {}) {
  const record = emptyRecord();
  const terminal = recordingTerminal(record, { json: options.json === true });
  const work = { folder: theme.root, theme: await readThemeFolder(theme.root), renderer, examiner, options };
  const refusal = await testFolder(work)
    .then((tested) => printOutcome(tested, options, terminal))
    .then(
      () => null,
      (error) => (error instanceof CommandRefusal ? error : Promise.reject(error)),
    );
  return {
    lines: record.lines.join('\n').replaceAll(`${theme.root}/`, '').split('\n'),
    code: refusal?.exit ?? 0,
    refusal: refusal?.message.replaceAll(`${theme.root}/`, ''),
    result: refusal?.details ?? record.results[0],
  };
}

const TESTS_ONLY = { sansReglages: true } as const;
const ODD_ONLY = { reglages: true } as const;
const write = (name: string, tests: unknown) => theme.write(`tests/${name}`, JSON.stringify(tests, null, 2));

describe('kept HTML', () => {
  it('is written when it is accepted, and what differs is shown with file and line', async () => {
    await write('pages.json', [
      { nom: 'accueil', page: '/' },
      { nom: 'contact', page: '/infos' },
    ]);
    expect(await tester(TESTS_ONLY)).toMatchObject({
      code: 1,
      refusal: '2 tests ont échoué.',
      lines: [
        'tests/pages.json:2:3: échec : accueil : rien n’est gardé dans tests/accueil.html : « --accepter accueil » l’écrit.',
        'tests/pages.json:6:3: échec : contact : rien n’est gardé dans tests/contact.html : « --accepter contact » l’écrit.',
        'Tests : 0 réussi, 2 échoués.',
      ],
    });
    expect(await readdir(join(theme.root, 'tests'))).toEqual(['pages.json']);
    expect(await tester({ accepter: 'contact' })).toMatchObject({
      code: 0,
      lines: ['tests/contact.html: gardé (contact, tests/pages.json)', 'Tests : 1 réussi, 0 échoué.'],
    });
    expect(await readdir(join(theme.root, 'tests'))).toEqual(['contact.html', 'pages.json']);
    // The clock, the nonce and the ids of the page never change.
    expect(await readFile(join(theme.root, 'tests/contact.html'), 'utf8')).toBe(
      '<!doctype html>\n<html><head><title>Contact &amp; plan</title></head>\n<body style="color: #123456">\n<section>\n  <h1>Bonjour</h1>\n  \n</section>\n\n\n<p>2030 nonce-de-vitrine-tester</p></body></html>\n',
    );
    expect((await tester({ accepter: true })).code).toBe(0);
    expect(await tester(TESTS_ONLY)).toMatchObject({ code: 0, lines: ['Tests : 2 réussis, 0 échoué.'] });

    await theme.write('sections/bandeau.liquid', FILES['sections/bandeau.liquid'].replace(/h1/g, 'h2'));
    const { lines, code } = await tester({ ...TESTS_ONLY, filtre: 'acc' });
    expect([code, lines]).toEqual([
      1,
      [
        'tests/accueil.html:5:1: échec : accueil : le HTML n’est plus celui qui est gardé.',
        '@@ -3,5 +3,5 @@',
        ' <body style="color: #123456">',
        ' <section>',
        '-  <h1>Bonjour</h1>',
        '+  <h2>Bonjour</h2>',
        ' </section>',
        ' <p>2030 nonce-de-vitrine-tester</p></body></html>',
        'Tests : 0 réussi, 1 échoué.',
      ],
    ]);
    expect((await tester({ accepter: 'accueil' })).lines[0]).toBe(
      'tests/accueil.html: remplacé (accueil, tests/pages.json)',
    );
  });

  it('that fails otherwise is not accepted', async () => {
    await theme.write('sections/bandeau.liquid', '{{ 1 | divided_by: 0 }}');
    await write('pages.json', [{ nom: 'accueil', page: '/' }]);
    const { code, lines } = await tester({ accepter: true });
    expect([code, lines[0]]).toEqual([
      1,
      expect.stringMatching(/^sections\/bandeau\.liquid:1:\d+: échec : accueil : /),
    ]);
    expect(await readdir(join(theme.root, 'tests'))).toEqual(['pages.json']);
  });

  it('that would be too long to be read again is not written', async () => {
    await theme.write('sections/bandeau.liquid', '{% for i in (1..60000) %}0123456789{% endfor %}');
    await write('pages.json', [{ nom: 'accueil', page: '/' }]);
    expect((await tester({ accepter: true })).lines[0]).toContain('le HTML est trop long pour être gardé');
    expect(await readdir(join(theme.root, 'tests'))).toEqual(['pages.json']);
  });

  it('that no test names any more is told', async () => {
    await write('pages.json', [{ nom: 'accueil', page: '/', garder: false }]);
    await theme.write('tests/accueil.html', '');
    expect(await tester(TESTS_ONLY)).toMatchObject({
      code: 0,
      lines: [
        'tests/accueil.html: avertissement : aucun test ne garde plus ce fichier.',
        'Tests : 1 réussi, 0 échoué.',
      ],
    });
  });

  it('is written to no other place, and through no link', async () => {
    await write('pages.json', [{ nom: '../accueil', page: '/' }]);
    expect((await tester({ accepter: true })).lines[0]).toMatch(
      /^tests\/pages\.json:3:12: échec : 0\.nom : un nom a des lettres/,
    );
    await write('pages.json', [{ nom: 'accueil', page: '/' }]);
    await symlink('../layout/theme.liquid', join(theme.root, 'tests/accueil.html'));
    expect((await tester({ accepter: true })).lines[0]).toContain('lien symbolique');
    expect(await readFile(join(theme.root, 'layout/theme.liquid'), 'utf8')).toBe(FILES['layout/theme.liquid']);
    await rm(join(theme.root, 'tests'), { recursive: true });
    await symlink('layout', join(theme.root, 'tests'));
    expect((await tester({ accepter: true })).refusal).toBe('tests n’est pas un dossier.');
  });
});

describe('assertions', () => {
  it('are about a page or a section, with its own settings, blocks, content and present', async () => {
    await write('a.json', {
      maintenant: '2026-06-01T12:00:00Z',
      reglages_theme: { encre: 'red' },
      tests: [
        { nom: 'page', page: '/', attendu: [{ texte: '2026' }, { selecteur: 'body[style="color: red"]' }] },
        {
          nom: 'section',
          section: 'bandeau',
          reglages: { titre: 'A < B' },
          blocs: [{ type: 'lien', reglages: { lien: '/x' } }, { type: 'lien' }],
          attendu: [
            { selecteur: 'h1', texte: 'A < B', nombre: 1 },
            { selecteur: 'a', nombre: 2 },
            { selecteur: 'a:first-of-type', attribut: 'href', valeur: '/x' },
            { selecteur: 'body', nombre: 0 },
            { bien_forme: true },
          ],
        },
        {
          nom: 'contenu',
          page: '/autre',
          contenu: { nom: 'B', pages: [{ slug: 'autre', titre: 'Autre' }] },
          attendu: [{ texte: 'Autre' }],
        },
        { nom: 'absente', page: '/autre', attendu: [{ statut: 404 }] },
      ],
    });
    expect(await tester(TESTS_ONLY)).toMatchObject({ code: 0, lines: ['Tests : 4 réussis, 0 échoué.'] });
  });

  it('that are not met are told with their place, and so are errors and a status that nobody expects', async () => {
    await theme.write(
      'sections/bandeau.liquid',
      `${FILES['sections/bandeau.liquid']}\n{% if page.slug == 'infos' %}{{ 1 | divided_by: 0 }}{% endif %}`,
    );
    await write('a.json', [
      { nom: 'a', page: '/', attendu: [{ texte: 'Bonjour' }, { selecteur: 'h1', nombre: 2 }] },
      { nom: 'b', page: '/infos', garder: false },
      { nom: 'c', page: '/rien', garder: false },
      { nom: 'd', page: '/infos', attendu: [{ erreurs: 1 }] },
    ]);
    const { result } = await tester(TESTS_ONLY);
    expect(result).toMatchObject({
      ...{ reussis: 1, echoues: 3 },
      tests: [
        {
          ...{ genre: 'test', nom: 'a', etat: 'echoue' },
          constats: [{ chemin: 'tests/a.json', ligne: 9, colonne: 7, message: '« h1 » : 1 élément, et non 2' }],
        },
        { nom: 'b', constats: [{ chemin: 'sections/bandeau.liquid', ligne: 12 }] },
        { nom: 'c', constats: [{ chemin: 'tests/a.json', ligne: 22, message: 'le statut est 404, et non 200' }] },
        { nom: 'd', etat: 'reussi', constats: [] },
      ],
    });
  });

  it('about what the theme does not have are told', async () => {
    await write('a.json', [
      { nom: 'a', section: 'bandau' },
      {
        nom: 'b',
        section: 'bandeau',
        reglages: { titer: '' },
        blocs: [{ type: 'lein' }, { type: 'lien', reglages: { a: 1 } }],
      },
    ]);
    expect((await tester(TESTS_ONLY)).lines).toEqual([
      'tests/a.json:4:16: échec : a : le thème n’a pas sections/bandau.liquid.',
      'tests/a.json:10:16: échec : b : la section « bandeau » ne déclare pas de réglage « titer », mais « titre ».',
      'tests/a.json:14:17: échec : b : la section « bandeau » ne déclare pas de bloc « lein », mais « lien ».',
      'tests/a.json:19:16: échec : b : le bloc « lien » ne déclare pas de réglage « a ».',
      'Tests : 0 réussi, 2 échoués.',
    ]);
  });
});

describe('files of tests', () => {
  it('that cannot be read fail, each with its place, beside the others', async () => {
    await theme.write('tests/a.json', '[\n  {,\n]');
    await write('b.json', [{ nom: 'a', page: '/', attendu: [{ txte: 'a' }] }]);
    await write('c.json', { tests: [{ nom: 'b' }, { nom: 'c', page: 'contact' }] });
    await write('d.json', [
      { nom: 'd', page: '/', garder: false },
      { nom: 'D', page: '/', garder: false },
    ]);
    await theme.write('tests/e.json', Uint8Array.of(0xff));
    const { lines, code } = await tester(TESTS_ONLY);
    expect(code).toBe(1);
    expect(lines).toEqual([
      expect.stringMatching(/^tests\/a\.json:2:4: échec : /),
      expect.stringMatching(/^tests\/b\.json:7:9: échec : 0\.attendu\.0\.txte : /),
      'tests/c.json:3:5: échec : tests.0 : un test nomme une « page » ou une « section ».',
      'tests/c.json:8:15: échec : tests.1.page : une adresse du site, qui commence par « / ».',
      expect.stringMatching(/^tests\/e\.json: échec : Ce fichier n’est pas un texte en UTF-8/),
      'tests/d.json:8:12: échec : « D » est déjà le nom d’un test de tests/d.json.',
      'Tests : 1 réussi, 6 échoués.',
    ]);
  });

  it('nested too deep are refused', async () => {
    const deep = '['.repeat(100_000) + ']'.repeat(100_000);
    await theme.write('tests/a.json', `[{ "nom": "a", "section": "bandeau", "reglages": { "titre": ${deep} } }]`);
    await theme.write('tests/b.json', deep);
    const { lines } = await tester(TESTS_ONLY);
    expect(lines.map((line) => line.replace(/:\d+:\d+/, ''))).toEqual([
      expect.stringMatching(/^tests\/a\.json: échec : /),
      expect.stringMatching(/^tests\/b\.json: échec : /),
      'Tests : 0 réussi, 2 échoués.',
    ]);
  });

  it('are no part of the theme', async () => {
    const before = await readThemeFolder(theme.root);
    await write('a.json', []);
    await theme.write('tests/accueil.html', '');
    await theme.write('tests/photo.png', '');
    expect(await readThemeFolder(theme.root)).toEqual(before);
  });

  it('may be absent; a name that no test has is a mistake of who calls', async () => {
    expect(await tester(TESTS_ONLY)).toMatchObject({ code: 0, lines: ['Tests : 0 réussi, 0 échoué.'] });
    await mkdir(join(theme.root, 'tests'));
    expect(await tester({ accepter: 'a' })).toMatchObject({ code: 2, refusal: 'Aucun test ne s’appelle « a ».' });
    expect(await tester({ filtre: 'zz' })).toMatchObject({ code: 2 });
  });
});

describe('odd settings', () => {
  it('of sound sections find nothing', async () => {
    const { code, lines } = await tester(ODD_ONLY);
    expect(lines).toEqual([
      'sections/bandeau.liquid: avertissement : réglage « lien » du bloc « lien » = "" (texte vide) : « href » de <a> est vide.',
      expect.stringMatching(/^Réglages inattendus : 2 réussis, 0 échoué \(\d+ rendus\)\.$/),
    ]);
    expect(code).toBe(0);
  });

  it.each([
    [
      'a text that becomes markup',
      '<h1>{{ section.settings.titre }}</h1>',
      {
        reglage: 'titre',
        essai: 'HTML et guillemets',
        message: 'le texte du réglage devient du balisage : il manque « | escape »',
      },
    ],
    [
      'an address that leaves its attribute',
      '{% for block in section.blocks %}<a href="{{ block.settings.lien }}">a</a>{% endfor %}',
      { reglage: 'lien', bloc: 'lien', essai: 'adresse avec guillemets' },
    ],
    [
      'an error of Liquid',
      '<h1>{{ section.settings.titre | escape }}</h1>\n{{ 10 | divided_by: section.settings.nombre }}',
      { reglage: 'nombre', valeur: 0, essai: 'zéro', chemin: 'sections/bandeau.liquid', ligne: 2 },
    ],
    [
      'an element that is closed where there is a text only',
      '{% if section.settings.titre != blank %}<h1>{% endif %}a</h1>',
      { reglage: 'titre', valeur: '', essai: 'texte vide', message: '</h1> ne ferme rien' },
    ],
    [
      'a section that breaks without blocks',
      '{% for block in section.blocks %}{% if forloop.first %}<ul>{% endif %}<li></li>{% endfor %}</ul>',
      { essai: 'réglages par défaut, sans bloc', message: '</ul> ne ferme rien' },
    ],
    [
      'one page only',
      '{% if page.slug == "infos" %}<div>{% endif %}',
      { essai: 'réglages par défaut, sans bloc à l’adresse /infos', message: '<div> n’est pas fermé' },
    ],
    [
      'a site without a menu',
      '{% for lien in menus.principal %}{% if forloop.first %}<ul>{% endif %}<li></li>{% endfor %}</ul>',
      { essai: 'site sans page, menu ni article', message: '</ul> ne ferme rien' },
    ],
    [
      'what only two settings together do',
      '{% if section.settings.titre == blank and section.settings.nombre == 0 %}<div>{% endif %}',
      {
        essai: expect.stringMatching(/^(?:toutes les valeurs|valeurs au hasard) nº \d+$/),
        reglages: expect.objectContaining({ nombre: 0 }),
        message: '<div> n’est pas fermé',
      },
    ],
    [
      'a title of the site that becomes markup',
      '<h1>{{ page.titre | escape }}</h1><p title="{{ site.nom }}">a</p>',
      { message: 'le nom du site (site.nom) devient du balisage : il manque « | escape »' },
    ],
    [
      'an address of a menu that leaves its attribute',
      '{% for lien in menus.principal %}<a href="{{ lien.url }}">{{ lien.titre | escape }}</a>{% endfor %}',
      { message: 'l’adresse d’une entrée de menu (url) devient du balisage : il manque « | escape »' },
    ],
    [
      'a page that is too long',
      '{% if section.settings.nombre > 100 %}{% for i in (1..1000000) %}{{ section.settings.titre }}aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa{% endfor %}{% endif %}',
      { reglage: 'nombre', essai: 'très grand', message: 'La page que fait le thème est trop longue' },
    ],
  ])('find %s', async (_what, markup, expected) => {
    const schema = {
      settings: [
        { type: 'text', id: 'titre', default: 'Bonjour' },
        { type: 'number', id: 'nombre', default: 1 },
      ],
      blocks: [{ type: 'lien', settings: [{ type: 'url', id: 'lien', default: '/' }] }],
    };
    await theme.write('sections/bandeau.liquid', `${markup}\n{% schema %}${JSON.stringify(schema)}{% endschema %}`);
    const { code, result } = await tester({ ...ODD_ONLY, filtre: 'bandeau' });
    const { tests } = result as { tests: { nom: string; constats: { gravite: string }[] }[] };
    const found = tests.find(({ nom }) => nom === 'bandeau')?.constats.filter(({ gravite }) => gravite === 'echec');
    expect(found).toEqual([expect.objectContaining(expected)]);
    expect(code).toBe(1);
  });

  it('of the theme itself are tried on the whole page', async () => {
    const schema = '[{ "name": "a", "settings": [{ "type": "text", "id": "encre", "label": "Encre" }] }]';
    await theme.write('config/settings_schema.json', schema);
    expect((await tester({ ...ODD_ONLY, filtre: 'theme' })).lines).toEqual([
      expect.stringMatching(
        /^config\/settings_schema\.json: échec : réglage « encre » = ".*…? \(HTML et guillemets\) : le texte du réglage devient/,
      ),
      expect.stringMatching(/^Réglages inattendus : 0 réussi, 1 échoué/),
    ]);
  });
});

describe('the report', () => {
  it('is JUnit XML that parsers take, whatever the theme puts out', async () => {
    await theme.write('sections/bandeau.liquid', 'a\u0001]]><b>');
    await write('a.json', [{ nom: 'a', page: '/', attendu: [{ texte: 'b\u0007 "<&' }] }]);
    const { lines } = await tester({ junit: true, filtre: 'a' });
    const found: string[] = [];
    const parser = new SaxesParser();
    parser.on('error', (error) => {
      throw error;
    });
    parser.on('opentag', ({ name, attributes }) => {
      found.push(name === 'testcase' ? `${name} ${attributes.name}` : name);
    });
    parser.write(lines.join('\n')).close();
    expect(found.slice(0, 4)).toEqual(['testsuites', 'testsuite', 'testcase a', 'failure']);
    expect(found).toContain('testcase bandeau');
  });

  it('ends with 1 when a test fails, with 2 when the command is wrong, and prints one object for programs', async () => {
    await write('a.json', [{ nom: 'a', page: '/', attendu: [{ texte: '\u001b[2J' }] }]);
    expect((await tester(TESTS_ONLY)).lines[0]).toContain('le texte « ␛[2J » n’y est pas');
    const failed = await runVitrine(['tester', theme.root, '--sans-reglages', '--json']);
    expect([failed.code, failed.err]).toEqual([1, 'vitrine : Un test a échoué.\n']);
    expect(JSON.parse(failed.out)).toMatchObject({ erreur: 'echec', echoues: 1 });
    const wrong = await runHere(['tester', theme.root, '--reglages', '--sans-reglages']);
    expect([wrong.code, wrong.out]).toEqual([2, '']);
  });
});

it('an interrupted command waits for no page', async () => {
  const context = { terminal: recordingTerminal(emptyRecord()), environment: {}, workingFolder: '/' };
  const testing = testTheme({ ...context, signal: AbortSignal.abort(new Error('interrompu')) }, theme.root, {});
  await expect(testing).rejects.toThrow('interrompu');
});

/** Runs one line of the page in this process. @returns what its reader sees */
async function enter(line: string, root: string): Promise<string> {
  const [program, ...words] = line.replaceAll('mon-theme', root).split(' ');
  if (program !== 'vitrine') {
    await promisify(execFile)('bash', ['-c', line.replaceAll('mon-theme', root)]);
    return '';
  }
  const record = emptyRecord();
  const commandLine = await buildCommandLine(words, {
    ...{ environment: {}, workingFolder: '/' },
    terminal: () => recordingTerminal(record),
  });
  await commandLine.parseAsync(words, { from: 'user' }).catch((error) => {
    if (!(error instanceof CommandRefusal)) throw error;
    record.lines.push(`vitrine : ${error.message}`);
  });
  return record.lines.join('\n').replaceAll(root, 'mon-theme');
}

it('who follows docs/theme-tests.md sees what the page shows', async () => {
  const origo = await themeOnDisk('origo');
  const page = await readFile('docs/theme-tests.md', 'utf8');
  const blocks = [...page.matchAll(/^(?:[^\n]*`(tests\/[\w./-]+)`:\n\n)?```(json|sh|text)\n(.*?)^```$/gms)];
  // Other sections of origo are no concern of the page.
  const uncounted = (text: string) => text.replace(/\d+ rendus/g, '… rendus');
  let seen = '';
  for (const [, path, language, text = ''] of blocks) {
    if (path !== undefined) await origo.write(path, text);
    else if (language === 'sh') {
      seen = '';
      for (const line of text.trimEnd().split('\n')) seen += `${await enter(line, origo.root)}\n`;
    } else {
      for (const line of text.trimEnd().split('\n')) expect(uncounted(seen)).toContain(uncounted(line));
    }
  }
  await origo.remove();
  expect(blocks.map(([, , language]) => language)).toEqual([
    'sh',
    'text',
    'json',
    'sh',
    'text',
    'sh',
    'text',
    'sh',
    'text',
  ]);
});
