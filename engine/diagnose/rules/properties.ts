import { type MissingProperty, scopesOf } from '../../document/scopes.ts';
import type { ThemeFile } from '../../document/theme-documents.ts';
import type { Read } from '../../document/uses.ts';
import type { Segment, Span } from '../../syntax/expression.ts';
import { adviceOn, insteadOf } from '../advice.ts';
import type { Report, Rule } from '../rule.ts';

/** Properties that no value has that may stand there, and settings that no schema declares. */
export const properties: Rule = {
  judges: /^(layout|sections|snippets)\/.*\.liquid$/,
  judge(file, theme, report) {
    const scopes = theme.known(scopesOf);
    const uses = scopes.uses(file.path);
    for (const read of uses?.reads ?? []) {
      const { root, path } = read.lookup;
      if (path.length === 0 || (typeof root === 'string' && uses?.swallowed.has(root))) continue;
      const missing = scopes.missing(file.path, read.lookup, read.around);
      if (missing) judgeMissing(file, read, missing, report);
    }
  },
};

function judgeMissing({ source }: ThemeFile, { lookup }: Read, { segment, name, of }: MissingProperty, report: Report) {
  const whole = { offset: lookup.offset, end: segment.end };
  const lecture = source.slice(whole.offset, whole.end);
  const types = of.among ?? [of];
  const candidates = types.flatMap(({ fields = {} }) => Object.keys(fields));
  const instead = lookup.path[0] === segment ? insteadOf('property', `${lookup.root}.${name}`, whole) : undefined;
  const { conseil, correction } = instead ?? adviceOn(name, placeOfName(segment), candidates, ' : rien ne s’affiche.');
  const isSetting = types.every(({ kind }) => kind === 'settings');
  const code = isSetting ? 'lecture_non_declaree' : 'propriete_inconnue';
  report(code, whole, { lecture, conseil }, correction);
}

/** Within the quotes of `['name']`. */
function placeOfName(segment: Segment): Span {
  if ('key' in segment) return segment;
  const { offset, end } = (segment.index.kind === 'literal' && segment.index.place) || segment;
  return { offset: offset + 1, end: end - 1 };
}
