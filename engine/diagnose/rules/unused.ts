import { loopsAround, type Scopes, scopesOf } from '../../document/scopes.ts';
import type { Loop, Uses } from '../../document/uses.ts';
import { lazy } from '../../runtime/lazy.ts';
import type { Name } from '../../syntax/expression.ts';
import { adviceOn } from '../advice.ts';
import type { Report, Rule } from '../rule.ts';

/** Variables that get a value which nothing reads; of a loop only those whose name is misspelt. */
export const unused: Rule = {
  judges: /^(layout|sections|snippets)\/.*\.liquid$/,
  judge(file, theme, report) {
    const scopes = theme.known(scopesOf);
    const uses = scopes.uses(file.path);
    if (!uses || uses.namesAreComputed || file.liquid().mistakes.length > 0 || scopes.shares(file.path)) return;
    const unknown = lazy(() => unknownNames(file.path, uses, scopes));
    for (const { name, by } of uses.sets) {
      if (by !== 'count' && !uses.names.has(name.text)) judge(name, unknown().get(undefined) ?? [], true, report);
    }
    for (const loop of uses.loops) {
      if (!uses.loopsRead.has(loop)) judge(loop.variable, unknown().get(loop) ?? [], false, report);
    }
  },
};

function judge(name: Name, candidates: Iterable<string>, always: boolean, report: Report): void {
  const place = { offset: name.offset, end: name.offset + name.text.length };
  const { near, conseil, correction } = adviceOn(name.text, place, candidates);
  if (near || always) report('variable_inutile', place, { nom: name.text, conseil }, correction);
}

/** Names that are read and that nothing gives a value: those within each loop, and all of them under `undefined`. */
function unknownNames(path: string, { reads }: Uses, scopes: Scopes): Map<Loop | undefined, Set<string>> {
  const names = new Map<Loop | undefined, Set<string>>();
  for (const { lookup, around } of reads) {
    const { root } = lookup;
    if (typeof root !== 'string' || scopes.variable(path, root, around)) continue;
    for (const loop of [undefined, ...loopsAround(around)]) {
      const within = names.get(loop) ?? new Set();
      names.set(loop, within.add(root));
    }
  }
  return names;
}
