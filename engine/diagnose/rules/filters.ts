import { type Scopes, scopesOf } from '../../document/scopes.ts';
import type { Around } from '../../document/uses.ts';
import { accepts, argumentWords, FILTERS, inputWords } from '../../language/filters.ts';
import { ANY, wordsOf } from '../../language/value-types.ts';
import type { FilterCall, Piped } from '../../syntax/expression.ts';
import { adviceOn, insteadOf } from '../advice.ts';
import type { Report, Rule } from '../rule.ts';

/** Filters that the language does not have, that are given too few or too many arguments, or that can do nothing with what they get. */
export const filters: Rule = {
  judges: /^(layout|sections|snippets)\/.*\.liquid$/,
  judge({ path }, theme, report) {
    const scopes = theme.known(scopesOf);
    for (const { piped, around } of scopes.uses(path)?.filtered ?? []) {
      for (const filter of piped.filters) judgeCall(filter, report);
      judgeInput({ path, piped, around }, scopes, report);
    }
  },
};

const placeOf = ({ name, offset }: FilterCall) => ({ offset, end: offset + name.length });

function judgeCall(filter: FilterCall, report: Report): void {
  const { name: nom, values, named } = filter;
  const facts = FILTERS.get(nom);
  const passed = values.length + (named.length > 0 ? 1 : 0);
  const place = placeOf(filter);
  if (!facts) {
    const { conseil, correction } =
      insteadOf('filter', nom, place) ?? adviceOn(nom, place, FILTERS.keys(), ' : il ne change rien.');
    report('filtre_inconnu', place, { nom, conseil }, correction);
  } else if (passed < facts.least || passed > facts.most) {
    report('filtre_mal_appele', place, { nom, attendu: argumentWords(facts), nombre: passed });
  }
}

interface Filtered {
  readonly path: string;
  readonly piped: Piped;
  readonly around: Around;
}

/** Tells the first filter of a row that does nothing with its input: what follows is judged when that is mended. */
function judgeInput({ path, piped, around }: Filtered, scopes: Scopes, report: Report): void {
  const types = scopes.inputsOf(path, piped, around);
  for (const [at, filter] of piped.filters.entries()) {
    const facts = FILTERS.get(filter.name);
    const type = types[at] ?? ANY;
    if (!facts || accepts(facts, type)) continue;
    const recu = [...new Set((type.among ?? [type]).map(wordsOf))].join(' ou ');
    report('filtre_sans_effet', placeOf(filter), { nom: filter.name, attendu: inputWords(facts), recu });
    return;
  }
}
