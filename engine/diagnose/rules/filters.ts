import { FILTERS } from '../../language/filters.ts';
import { factsOf } from '../liquid-facts.ts';
import type { Rule } from '../rule.ts';

/** Filters that the language does not have, or that are given too few or too many arguments. */
export const filters: Rule = {
  judges: /^(layout|sections|snippets)\/.*\.liquid$/,
  judge(file, _theme, report) {
    for (const piped of file.known(factsOf).filtered) {
      for (const { name, offset, values, named } of piped.filters) {
        const filter = FILTERS.get(name);
        const passed = values.length + (named.length > 0 ? 1 : 0);
        const place = { offset, end: offset + name.length };
        if (!filter) report('filtre_inconnu', place, { nom: name });
        else if (passed < filter.least || passed > filter.most) {
          report('filtre_mal_appele', place, { nom: name, nombre: passed });
        }
      }
    }
  },
};
