import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ownEnvironment } from '../../../support/environment.ts';
import { needs } from '../../../support/needs.ts';
import { type ThemeOnDisk, themeOnDisk } from '../../../support/theme-on-disk.ts';

const ROOT = fileURLToPath(new URL('../../../..', import.meta.url));
const HERE = fileURLToPath(new URL('editors', import.meta.url));

/** What a trial does in an editor is in its script; each says the same of it. */
interface Trial {
  /** Line, and the code or a sentence with it. */
  readonly diagnostics: readonly (readonly [number, string])[];
  readonly completions: readonly string[];
  readonly definition: string;
  readonly renamed: readonly string[];
  readonly formatted: readonly string[];
}

const EDITORS = [
  {
    editor: 'Neovim',
    program: 'nvim',
    words: ['--headless', '-u', 'NONE', '-i', 'NONE', '-c', `luafile ${join(HERE, 'trial.lua')}`],
    config: 'docs/editors/neovim/plugin/vitrine.lua',
  },
  {
    editor: 'Emacs',
    program: 'emacs',
    // Debian's own start tells where eglot is.
    words: ['--batch', '--no-init-file', '--load', join(HERE, 'trial.el')],
    config: 'docs/editors/emacs/vitrine.el',
  },
] as const;

let theme: ThemeOnDisk;
let home: string;

beforeAll(async () => {
  theme = await themeOnDisk('origo');
  home = await mkdtemp(join(tmpdir(), 'vitrine-editeurs-'));
  // As it is where the client is installed: a command of this name.
  await symlink(join(ROOT, 'src/cli/bin.cjs'), join(home, 'vitrine'));
  await theme.write(
    'sections/essai.liquid',
    [
      '<p>{{ section.settings.titre | upcas }}</p>',
      "{% render 'bouton', texte: section.settings.titre %}",
      '{{ page. }}',
      '{% schema %}',
      '{ "name": "Essai", "settings": [{ "type": "text", "id": "titre", "label": "Titre" }] }',
      '{% endschema %}',
      '',
    ].join('\n'),
  );
  await theme.write('snippets/mal-range.liquid', '<ul><li>{{site.nom}}</li>\n<li>b</li></ul>\n');
});
afterAll(() => Promise.all([theme.remove(), rm(home, { recursive: true, force: true })]));

async function tried({ program, words, config }: (typeof EDITORS)[number]): Promise<Trial> {
  const out = join(home, `${program}.json`);
  const env = ownEnvironment({
    ...{ HOME: home, XDG_CONFIG_HOME: home, XDG_DATA_HOME: home, XDG_STATE_HOME: home, XDG_CACHE_HOME: home },
    PATH: [home, dirname(process.execPath), process.env.PATH].join(delimiter),
    ...{ TRIAL_CONFIG: join(ROOT, config), TRIAL_THEME: theme.root, TRIAL_OUT: out },
  });
  const child = spawn(program, words, { cwd: theme.root, env, stdio: ['ignore', 'pipe', 'pipe'], timeout: 90_000 });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (said += chunk));
  await once(child, 'close');
  const text = await readFile(out, 'utf8').catch(() => {
    throw new Error(`${program} wrote nothing, and said: ${said}`);
  });
  const result = JSON.parse(text);
  if (result.failed !== undefined) throw new Error(`${program}: ${result.failed}\n${said}`);
  return result;
}

describe.each(EDITORS)('$editor with « vitrine langage »', (one) => {
  it('tells mistakes, completes, finds, renames and formats', needs(one.editor), async () => {
    const { diagnostics, completions, definition, renamed, formatted } = await tried(one);
    expect(diagnostics).toContainEqual([1, expect.stringContaining('filtre_inconnu')]);
    expect(completions).toEqual(expect.arrayContaining(['titre', 'slug', 'contenu']));
    expect(definition).toBe(join(theme.root, 'snippets/bouton.liquid'));
    expect(renamed.slice(0, 2)).toEqual([
      '<p>{{ section.settings.intitule | upcas }}</p>',
      "{% render 'bouton', texte: section.settings.intitule %}",
    ]);
    expect(renamed[4]).toContain('"id": "intitule"');
    const lines = ['<ul>', '  <li>{{ site.nom }}</li>', '  <li>b</li>', '</ul>'];
    expect(formatted.slice(0, lines.length)).toEqual(lines);
  });
});
