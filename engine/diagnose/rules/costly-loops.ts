import { loopsAround, type Scopes, scopesOf } from '../../document/scopes.ts';
import type { ThemeDocuments } from '../../document/theme-documents.ts';
import type { Around, Loop } from '../../document/uses.ts';
import { OF_REQUEST } from '../../language/objects.ts';
import { nameOf } from '../../language/paths.ts';
import { elementOf, type ValueType } from '../../language/value-types.ts';
import type { Rule } from '../rule.ts';

/** What lists that grow with the content of a site are made of: articles, and blogs. */
const GROWING: ReadonlySet<unknown> = new Set(
  ['articles', 'blogs'].map(
    (name) => elementOf((OF_REQUEST.blog.fields as Record<string, ValueType>)[name] as ValueType).fields,
  ),
);

/** Loops over all articles or blogs in loops over all articles or blogs, also through snippets: the more a site has to tell, the slower its page. */
export const costlyLoops: Rule = {
  judges: /^(layout|sections|snippets)\/.*\.liquid$/,
  judge({ path }, theme, report) {
    const scopes = theme.known(scopesOf);
    const uses = scopes.uses(path);
    const loops = theme.known(loopsOverAll);
    const isRepeated = (around: Around) => loopsAround(around).some((loop) => grows(path, loop, scopes));
    for (const loop of uses?.loops ?? []) {
      const { variable, around } = loop;
      if (!isRepeated(around) || !grows(path, loop, scopes)) continue;
      report('boucle_couteuse', { offset: variable.offset, end: variable.offset + variable.text.length });
    }
    for (const { snippet, meaning, around } of uses?.calls ?? []) {
      const { file } = meaning;
      if (snippet === undefined || file.kind !== 'literal' || !file.place || !isRepeated(around)) continue;
      if (loops.has(snippet)) report('boucle_couteuse', file.place);
    }
  },
};

/** Whether a loop takes all of a list that grows. */
function grows(path: string, loop: Loop, scopes: Scopes): boolean {
  const { meaning } = loop.node;
  if (meaning?.kind !== 'loop' || meaning.bounds.length > 0) return false;
  const { fields } = elementOf(scopes.typeOf(path, loop.list, loop.around));
  return fields !== undefined && GROWING.has(fields);
}

/** The snippets that loop over all of a list that grows, themselves or in what they call. */
function loopsOverAll(theme: ThemeDocuments): ReadonlySet<string> {
  const scopes = theme.known(scopesOf);
  const found = new Set<string>();
  const callers = new Map<string, string[]>();
  for (const path of theme.files.keys()) {
    const uses = path.startsWith('snippets/') ? scopes.uses(path) : undefined;
    if (!uses) continue;
    const name = nameOf(path);
    if (uses.loops.some((loop) => grows(path, loop, scopes))) found.add(name);
    for (const snippet of new Set(uses.calls.map((call) => call.snippet))) {
      if (snippet !== undefined) {
        const known = callers.get(snippet);
        if (known) known.push(name);
        else callers.set(snippet, [name]);
      }
    }
  }
  // The set grows while it is gone through.
  for (const name of found) for (const caller of callers.get(name) ?? []) found.add(caller);
  return found;
}
