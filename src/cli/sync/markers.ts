/** Marks of git around what two sides have changed in one file, with what it was before. Pure. */
import type { Versions } from '../../merge/conflict.ts';
import type { MergeRegion } from '../../merge/text-merge.ts';

/** A line each, with git's seven characters. */
export const MARKERS = {
  mine: '<<<<<<< ici',
  base: '||||||| dernier échange',
  theirs: '=======',
  end: '>>>>>>> service',
} as const;

/** Lines that no theme file has by itself; `=======` alone may stand in one. */
const MARKER = /^(?:<{7}|\|{7}|>{7}) /;

/** What is said of a file with marks. */
export const MARKED = 'Il reste des marqueurs de conflit : le fichier n’est pas envoyé.';

/** The first line with a mark, of ours or of git, 1-based; null for none. */
export function markerLine(text: string): number | null {
  if (!/^(?:<{7}|\|{7}|>{7}) /m.test(text)) return null;
  const at = text.split('\n').findIndex((line) => MARKER.test(line));
  return at < 0 ? null : at + 1;
}

/** The lines of one conflict with their marks. */
export function markedLines({ base, mine, theirs }: Versions): readonly string[] {
  return [
    MARKERS.mine,
    ...linesOf(mine),
    MARKERS.base,
    ...linesOf(base),
    MARKERS.theirs,
    ...linesOf(theirs),
    MARKERS.end,
  ];
}

/** A file for a person to choose in: agreed regions as they are, the others between marks. */
export function markedText(regions: readonly MergeRegion[]): string {
  const newline = regions.some((region) => textsOf(region).some((text) => text.includes('\r\n'))) ? '\r\n' : '\n';
  return regions
    .map((region) => {
      if (region.kind === 'agreed') return region.text;
      const whole = (text: string) => (text === '' || text.endsWith('\n') ? text : `${text}${newline}`);
      const { base, mine, theirs } = region;
      const [first, second, third, last] = Object.values(MARKERS).map((marker) => `${marker}${newline}`);
      return [first, whole(mine), second, whole(base), third, whole(theirs), last].join('');
    })
    .join('');
}

const textsOf = (region: MergeRegion): readonly string[] =>
  region.kind === 'agreed' ? [region.text] : [region.base, region.mine, region.theirs];

/** @returns the regions of a file with marks, also with those of git that have no base; null where marks are missing */
export function readMarked(text: string): readonly MergeRegion[] | null {
  const regions: MergeRegion[] = [];
  let agreed: string[] = [];
  let sides: { mine: string[]; base: string[]; theirs: string[]; at: 'mine' | 'base' | 'theirs' } | null = null;
  for (const line of text.match(/[^\n]*\n|[^\n]+$/g) ?? []) {
    const mark = MARKER.test(line) ? line[0] : /^={7}\r?\n?$/.test(line) ? '=' : null;
    if (sides === null) {
      if (mark === null || mark === '=') agreed.push(line);
      else if (mark !== '<') return null;
      else {
        if (agreed.length > 0) regions.push({ kind: 'agreed', text: agreed.join('') });
        agreed = [];
        sides = { mine: [], base: [], theirs: [], at: 'mine' };
      }
    } else if (mark === '|' && sides.at === 'mine') sides.at = 'base';
    else if (mark === '=' && sides.at !== 'theirs') sides.at = 'theirs';
    else if (mark === '>' && sides.at === 'theirs') {
      const [mine = '', base = '', theirs = ''] = [sides.mine, sides.base, sides.theirs].map((lines) => lines.join(''));
      regions.push({ kind: 'conflict', base, mine, theirs });
      sides = null;
    } else if (mark !== null && mark !== '=') return null;
    else sides[sides.at].push(line);
  }
  if (sides !== null) return null;
  return agreed.length === 0 ? regions : [...regions, { kind: 'agreed', text: agreed.join('') }];
}

const linesOf = (text: string): string[] => (text === '' ? [] : text.replace(/\r?\n$/, '').split('\n'));
