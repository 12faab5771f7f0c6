import { entriesOf } from '../json-tree.ts';
import type { Rule } from '../rule.ts';
import { judgePlacedSection, judgeValues, objectAt } from './placed-section.ts';

/** The values of the theme, and of the sections that a tag names (rules 3 and 4). */
export const settingsData: Rule = {
  judges: /^config\/settings_data\.json$/,
  judge(file, theme, report) {
    const data = file.json().value;
    if (!data) return;
    if (data.kind !== 'object') return report('objet_attendu', data.offset, { nom: file.path });
    const current = objectAt(data, 'current', report);
    judgeValues(current, theme.globals(), report, 'sections');
    for (const [type, { offset, value }] of entriesOf(objectAt(current, 'sections', report))) {
      if (value.kind !== 'object') report('objet_attendu', value.offset, { nom: type });
      else if (!theme.has(`sections/${type}.liquid`)) report('valeurs_sans_section', offset, { type });
      else judgePlacedSection(value, type, theme.section(type), report);
    }
  },
};
