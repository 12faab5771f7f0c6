import { factsOf } from '../liquid-facts.ts';
import type { Rule } from '../rule.ts';

const LIQUID = /^(layout|sections|snippets)\/.*\.liquid$/;

/** Sections and snippets that a tag names with a constant. */
export const namedFiles: Rule = {
  judges: LIQUID,
  judge(file, theme, report) {
    for (const { folder, name, place } of file.known(factsOf).named) {
      if (theme.has(`${folder}/${name}.liquid`)) continue;
      if (folder === 'sections') report('section_inconnue', place, { type: name });
      else if (!theme.has(`snippets/${name}`)) report('extrait_manquant', place, { nom: name });
    }
  },
};

/** `asset_url` takes the bare name of a file that is there (docs/rules.md, Rule 8). */
export const assets: Rule = {
  judges: LIQUID,
  judge(file, theme, report) {
    for (const { value, filters } of file.known(factsOf).filtered) {
      if (filters[0]?.name !== 'asset_url' || value.kind !== 'literal' || typeof value.value !== 'string') continue;
      const name = value.value;
      if (name === '' || theme.has(`assets/${name}`)) continue;
      const code = name.includes('/') ? 'ressource_avec_dossier' : 'ressource_manquante';
      report(code, value.place ?? null, { nom: name });
    }
  },
};
