import { FILTERS } from '../../language/filters.ts';
import { placeOfFilter } from '../places.ts';
import type { Rule } from '../rule.ts';

/** Filters that the language does not have, or that are given too few or too many arguments. */
export const filters: Rule = {
  judges: /^(layout|sections|snippets)\/.*\.liquid$/,
  judge(file, _theme, report) {
    const { template, facts } = file.liquid();
    if ('error' in template) return;
    for (const { piped, markup } of facts.filtered) {
      for (const { name, values, named } of piped.filters) {
        const filter = FILTERS.get(name);
        const passed = values.length + (named.length > 0 ? 1 : 0);
        if (!filter) report('filtre_inconnu', placeOfFilter(markup, name), { nom: name });
        else if (passed < filter.least || passed > filter.most) {
          report('filtre_mal_appele', placeOfFilter(markup, name), { nom: name, nombre: passed });
        }
      }
    }
  },
};
