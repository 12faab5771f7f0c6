import { placeOfText } from '../places.ts';
import type { Rule } from '../rule.ts';

const LIQUID = /^(layout|sections|snippets)\/.*\.liquid$/;

/** Sections and snippets that a tag names with a constant. */
export const namedFiles: Rule = {
  judges: LIQUID,
  judge(file, theme, report) {
    const { template, facts } = file.liquid();
    if ('error' in template) return;
    for (const { folder, name, offset } of facts.named) {
      if (theme.has(`${folder}/${name}.liquid`)) continue;
      if (folder === 'sections') report('section_inconnue', offset, { type: name });
      else if (!theme.has(`snippets/${name}`)) report('extrait_manquant', offset, { nom: name });
    }
  },
};

/** `asset_url` takes the bare name of a file that is there (docs/rules.md, Rule 8). */
export const assets: Rule = {
  judges: LIQUID,
  judge(file, theme, report) {
    const { template, facts } = file.liquid();
    if ('error' in template) return;
    for (const { piped, markup } of facts.filtered) {
      const { value } = piped;
      if (piped.filters[0]?.name !== 'asset_url' || value.kind !== 'literal' || typeof value.value !== 'string')
        continue;
      const name = value.value;
      if (name === '' || theme.has(`assets/${name}`)) continue;
      const code = name.includes('/') ? 'ressource_avec_dossier' : 'ressource_manquante';
      report(code, placeOfText(markup, name), { nom: name });
    }
  },
};
