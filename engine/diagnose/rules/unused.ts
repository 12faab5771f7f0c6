import { loopsAround, type Scopes, scopesOf } from '../../document/scopes.ts';
import type { Loop, Uses } from '../../document/uses.ts';
import { lazy } from '../../runtime/lazy.ts';
import type { Name } from '../../syntax/expression.ts';
import { adviceOn } from '../advice.ts';
import type { Rule } from '../rule.ts';

/** Variables that get a value which nothing reads, and parameters that a snippet declares and does not read; of loops only a misspelt variable. */
export const unused: Rule = {
  judges: /^(layout|sections|snippets)\/.*\.liquid$/,
  judge(file, theme, report) {
    const scopes = theme.known(scopesOf);
    const uses = scopes.uses(file.path);
    if (!uses || uses.namesAreComputed || file.liquid().mistakes.length > 0 || scopes.shares(file.path)) return;
    const unknown = lazy(() => unknownNames(file.path, uses, scopes));
    for (const { name, by } of uses.sets) {
      if (by === 'count' || uses.names.has(name.text)) continue;
      const { place, conseil, correction } = adviceOnName(name, unknown().get(undefined));
      report('variable_inutile', place, { nom: name.text, conseil }, correction);
    }
    for (const { name } of uses.parameters ?? []) {
      if (uses.names.has(name.text)) continue;
      const { place, conseil, correction } = adviceOnName(name, unknown().get(undefined));
      report('parametre_inutile', place, { nom: name.text, conseil }, correction);
    }
    for (const loop of uses.loops) {
      if (uses.loopsRead.has(loop)) continue;
      const { place, near, conseil, correction } = adviceOnName(loop.variable, unknown().get(loop));
      if (near) report('variable_inutile', place, { nom: loop.variable.text, conseil }, correction);
    }
  },
};

function adviceOnName({ text, offset }: Name, candidates: Iterable<string> = []) {
  const place = { offset, end: offset + text.length };
  return { place, ...adviceOn(text, place, candidates) };
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
