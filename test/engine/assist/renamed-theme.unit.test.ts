/** A theme whose names are all other ones is the same theme. */
import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { definitionAt, renameAt } from '../../../engine/assist/index.ts';
import { occurrencesIn } from '../../../engine/assist/references.ts';
import type { Thing } from '../../../engine/assist/things.ts';
import type { TextEdit } from '../../../engine/assist/types.ts';
import { diagnose } from '../../../engine/diagnose/diagnose.ts';
import { ThemeDocuments } from '../../../engine/document/theme-documents.ts';
import type { ThemeFiles } from '../../../engine/types.ts';
import { html } from '../support.ts';

const CATALOG = new URL('../../../catalog/', import.meta.url);

function readTheme(id: string): ThemeFiles {
  const paths = readdirSync(new URL(id, CATALOG), { recursive: true, encoding: 'utf8' });
  const texts = paths.filter((path) => /\.(liquid|json|css|svg)$/.test(path));
  return Object.fromEntries(texts.map((path) => [path, readFileSync(new URL(`${id}/${path}`, CATALOG), 'utf8')]));
}

/** The files with another name for each of some things. */
function renamed(files: ThemeFiles, isRenamed: (thing: Thing) => boolean): ThemeFiles {
  const theme = ThemeDocuments.of(files);
  const known = new Set<string>();
  const edits = new Map<string, TextEdit>();
  const moved = new Map<string, string>();
  for (const path of theme.files.keys()) {
    for (const { from, things } of occurrencesIn(theme, path)) {
      const [thing] = things;
      if (!thing || !isRenamed(thing) || known.has(JSON.stringify(thing))) continue;
      known.add(JSON.stringify(thing));
      expect(definitionAt(theme, path, from), JSON.stringify(thing)).not.toBe(null);
      const extension = thing.kind === 'asset' ? thing.name.slice(thing.name.lastIndexOf('.')) : '';
      const renaming = renameAt(theme, path, from, `neuf${known.size}${extension}`);
      if ('refusal' in renaming) throw new Error(`${path} ${JSON.stringify(thing)}: ${renaming.refusal}`);
      for (const edit of renaming.edits) edits.set(`${edit.path} ${edit.from} ${edit.to}`, edit);
      for (const file of renaming.files) moved.set(file.from, file.to);
    }
  }
  const texts: Record<string, string> = { ...files };
  for (const { path, from, to, text } of [...edits.values()].sort((a, b) => b.from - a.from)) {
    texts[path] = texts[path]?.slice(0, from) + text + texts[path]?.slice(to);
  }
  return Object.fromEntries(Object.entries(texts).map(([path, text]) => [moved.get(path) ?? path, text]));
}

/** Names that no page shows. */
const UNSEEN: ReadonlySet<Thing['kind']> = new Set([
  ...(['snippet', 'theme setting', 'section setting', 'block setting', 'parameter', 'variable'] as const),
]);

it.each(['piazza', 'vela'])('%s', (id) => {
  const files = readTheme(id);
  const other = renamed(files, ({ kind }) => UNSEEN.has(kind));
  expect(Object.keys(other)).not.toEqual(Object.keys(files));
  expect(diagnose(other)).toEqual(diagnose(files));
  expect(html(other)).toBe(html(files));
  expect(diagnose(renamed(files, () => true))).toEqual(diagnose(files));
});
