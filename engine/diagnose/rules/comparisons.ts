import { scopesOf } from '../../document/scopes.ts';
import { pathOf, textOf } from '../../document/uses.ts';
import type { ValueType } from '../../language/value-types.ts';
import type { Expression } from '../../syntax/expression.ts';
import { adviceOn, LOOKS_AT_MOST } from '../advice.ts';
import type { Rule } from '../rule.ts';

const EQUALITIES: ReadonlySet<string> = new Set(['==', '!=', '<>']);

/** Values that are compared with a text that they never are: an option, a type of block that the schema does not have. */
export const comparisons: Rule = {
  judges: /^(layout|sections|snippets)\/.*\.liquid$/,
  judge({ path }, theme, report) {
    const scopes = theme.known(scopesOf);
    let looks = LOOKS_AT_MOST;
    for (const { left, comparison, right, around } of scopes.uses(path)?.compared ?? []) {
      if (!EQUALITIES.has(comparison)) continue;
      const [value, constant] = left.kind === 'lookup' ? [left, right] : [right, left];
      const text = textOf(constant);
      if (value.kind !== 'lookup' || !text) continue;
      const values = valuesOf(scopes.typeOf(path, value, around));
      if (!values || values.includes(text)) continue;
      // A theme may ask for templates of other themes.
      const isTold = value.root !== 'template';
      if (!isTold && looks-- <= 0) continue;
      const place = placeInQuotes(constant);
      const { near, conseil, correction } = adviceOn(text, place, values);
      if (!isTold && !near) continue;
      report('comparaison_impossible', place, { lecture: pathOf(value) ?? '', valeur: text, conseil }, correction);
    }
  },
};

/** The only texts that a value may be; undefined where that is not known. */
function valuesOf(type: ValueType): readonly string[] | undefined {
  if (!type.among) return type.values;
  const values = type.among.map((one) => one.values);
  return values.includes(undefined) ? undefined : values.flatMap((one) => one ?? []);
}

function placeInQuotes(constant: Expression) {
  const { offset, end } = (constant.kind === 'literal' && constant.place) || { offset: 0, end: 0 };
  return { offset: offset + 1, end: end - 1 };
}
