import type { Occurrence } from './things.ts';

const ADDRESS = /url\([ \t\r\n]*["']?(?:\.\/)?([A-Za-z0-9][\w.-]*)["']?[ \t\r\n]*\)/g;

/** The files of `assets/` that a style names. */
export function styleOccurrences(source: string): Occurrence[] {
  return [...source.matchAll(ADDRESS)].map(({ index, 0: whole, 1: name = '' }) => {
    const from = index + whole.lastIndexOf(name);
    return { from, to: from + name.length, things: [{ kind: 'asset', owner: '', name }] };
  });
}
