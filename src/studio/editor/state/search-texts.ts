/** A place where a sought text stands; line and column 1-based, in UTF-16 code units. */
export interface Match {
  readonly path: string;
  readonly line: number;
  readonly column: number;
  /** The line around it, cut where it is long. */
  readonly before: string;
  readonly found: string;
  readonly after: string;
}

/** Units of the line that are shown before and after what was found: there is little room. */
const SHOWN_BEFORE = 14;
const SHOWN_AFTER = 60;
/** Matches that are listed: nobody reads more. */
export const MATCHES_AT_MOST = 500;

/** Every place of a text in files, in their order; capitals do not count unless the sought text has one. */
export function searchTexts(files: Iterable<readonly [path: string, text: string]>, sought: string): readonly Match[] {
  if (sought === '') return [];
  const matches: Match[] = [];
  const isExact = sought !== sought.toLowerCase();
  const pattern = new RegExp(sought.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'), isExact ? 'g' : 'gi');
  for (const [path, text] of files) {
    let line = 1;
    let lineStart = 0;
    for (const { 0: found, index } of text.matchAll(pattern)) {
      for (let next = text.indexOf('\n', lineStart); next >= 0 && next < index; next = text.indexOf('\n', lineStart)) {
        line++;
        lineStart = next + 1;
      }
      const end = index + found.length;
      const lineEnd = text.indexOf('\n', end);
      const start = text.slice(lineStart, index).trimStart();
      const before = start.length > SHOWN_BEFORE ? `…${start.slice(-SHOWN_BEFORE)}` : start;
      const after = text.slice(end, Math.min(lineEnd < 0 ? text.length : lineEnd, end + SHOWN_AFTER));
      matches.push({ path, line, column: index - lineStart + 1, before, found, after });
      if (matches.length >= MATCHES_AT_MOST) return matches;
    }
  }
  return matches;
}

/** Paths that have all letters of a sought text in their order, the closest first: those that have it whole in their name. */
export function searchPaths(paths: readonly string[], sought: string): readonly string[] {
  const wanted = sought.toLowerCase().replaceAll(' ', '');
  if (wanted === '') return paths;
  const ranked = paths.flatMap((path) => {
    const rank = rankOf(path.toLowerCase(), wanted);
    return rank === null ? [] : [{ path, rank }];
  });
  return ranked.sort((a, b) => a.rank - b.rank || (a.path < b.path ? -1 : 1)).map(({ path }) => path);
}

function rankOf(path: string, wanted: string): number | null {
  const name = path.slice(path.lastIndexOf('/') + 1);
  if (name.startsWith(wanted)) return 0;
  if (name.includes(wanted)) return 1;
  if (path.includes(wanted)) return 2;
  let at = -1;
  for (const letter of wanted) {
    at = path.indexOf(letter, at + 1);
    if (at < 0) return null;
  }
  return 3;
}
