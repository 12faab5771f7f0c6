/** What in a theme names a file, and how that changes with the file's name. Pure. */

import { SETTINGS_DATA } from '../../../../engine/language/paths.ts';

/** A place that names a file; 1-based. */
export interface Reference {
  readonly path: string;
  readonly line: number;
  readonly text: string;
}

/** How other files name a file: within what the pattern finds, the name is the last text that equals it. */
interface Naming {
  readonly name: string;
  /** Files that may name it. */
  readonly isIn: (path: string) => boolean;
  readonly patterns: readonly RegExp[];
}

/** Keys in the values of sections that are the same for all sections. */
const KEYS_OF_VALUES: ReadonlySet<string> = new Set(['current', 'sections', 'settings', 'blocks']);

const isLiquid = (path: string) => path.endsWith('.liquid');
const isStyle = (path: string) => path.endsWith('.css');
const holdsSections = (path: string) => path.startsWith('templates/') || path === SETTINGS_DATA;

/** @returns what names a file; empty for files that nothing names */
function namingsOf(path: string): readonly Naming[] {
  const [folder, file = ''] = path.split('/');
  const name = file.replace(/\.liquid$/, '');
  const quoted = escaped(name);
  switch (folder) {
    case 'snippets':
      return [{ name, isIn: isLiquid, patterns: [pattern(`\\b(?:render|include)\\s+(['"])${quoted}\\1`)] }];
    case 'sections':
      return [
        { name, isIn: isLiquid, patterns: [pattern(`\\bsection\\s+(['"])${quoted}\\1`)] },
        {
          name,
          isIn: holdsSections,
          patterns: [pattern(`"type"\\s*:\\s*"${quoted}"`)],
        },
        // The values of a section that the layout renders stand under the section's name.
        {
          name,
          isIn: (other) => other === SETTINGS_DATA && !KEYS_OF_VALUES.has(name),
          patterns: [pattern(`"${quoted}"\\s*:\\s*\\{`)],
        },
      ];
    case 'assets':
      return [
        { name, isIn: isLiquid, patterns: [pattern(`(['"])${quoted}\\1\\s*\\|\\s*asset_url\\b`)] },
        { name, isIn: (other) => other.endsWith('.json') || isLiquid(other), patterns: [pattern(`:\\s*"${quoted}"`)] },
        { name, isIn: isStyle, patterns: [pattern(`url\\(\\s*["']?(?:\\./)?${quoted}["']?\\s*\\)`)] },
      ];
    default:
      return [];
  }
}

/** Every place that names a file. @param files the texts of the theme by path */
export function referencesTo(path: string, files: Iterable<readonly [string, string]>): readonly Reference[] {
  const namings = namingsOf(path);
  const found: Reference[] = [];
  for (const [other, text] of files) {
    const offsets = new Set<number>();
    for (const { isIn, patterns } of namings) {
      if (other === path || !isIn(other)) continue;
      for (const one of patterns) for (const { index } of text.matchAll(one)) offsets.add(index);
    }
    const lines = new Set([...offsets].map((offset) => text.slice(0, offset).split('\n').length));
    for (const line of [...lines].sort((a, b) => a - b)) {
      found.push({ path: other, line, text: text.split('\n')[line - 1]?.trim() ?? '' });
    }
  }
  return found;
}

/** The texts that name a file, with its new name. @returns only those that change */
export function renamedReferences(
  path: string,
  renamed: string,
  files: Iterable<readonly [string, string]>,
): ReadonlyMap<string, string> {
  const newName = (renamed.split('/')[1] ?? '').replace(/\.liquid$/, '');
  const changed = new Map<string, string>();
  for (const [other, text] of files) {
    let result = text;
    for (const { name, isIn, patterns } of namingsOf(path)) {
      if (other === path || !isIn(other)) continue;
      for (const one of patterns) {
        // The name stands once in the found text; quotes around it are not part of it.
        result = result.replace(one, (whole) => {
          const at = whole.lastIndexOf(name);
          return whole.slice(0, at) + newName + whole.slice(at + name.length);
        });
      }
    }
    if (result !== text) changed.set(other, result);
  }
  return changed;
}

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
const pattern = (source: string) => new RegExp(source, 'g');
