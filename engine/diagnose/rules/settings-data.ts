import { SECTION_FILE } from '../../document/theme-documents.ts';
import { disabledAt, entriesOf, type JsonValue, textOf, valueAt, within } from '../../json/json-tree.ts';
import { adviceOn } from '../advice.ts';
import type { Report, Rule } from '../rule.ts';
import { judgePlacedSection, judgeValues, objectAt } from './placed-section.ts';

/** The values of the theme, and of the sections that a tag names (docs/rules.md, Rule 3 and Rule 4). */
export const settingsData: Rule = {
  judges: /^config\/settings_data\.json$/,
  judge(file, theme, report) {
    const data = file.json().value;
    if (!data) return;
    if (data.kind !== 'object') return report('objet_attendu', data.offset, { nom: file.path });
    const current = currentOf(data, report);
    judgeValues(current, theme.globals(), report, 'sections');
    for (const [type, entry] of entriesOf(objectAt(current, 'sections', report))) {
      const { value } = entry;
      const disabled = disabledAt(value);
      if (disabled) report('section_desactivee', disabled.offset, { cle: type });
      if (value.kind !== 'object') report('objet_attendu', value.offset, { nom: type });
      else if (!theme.has(`sections/${type}.liquid`)) {
        const types = [...theme.files.keys()].flatMap((path) => SECTION_FILE.exec(path)?.[1] ?? []);
        const { conseil, correction } = adviceOn(type, within(entry), types);
        report('valeurs_sans_section', entry, { type, conseil }, correction);
      } else judgePlacedSection(value, type, theme.section(type), report);
    }
  },
};

/** The values under `current`, or those of the preset that it names. */
function currentOf(data: JsonValue, report: Report): JsonValue | undefined {
  const written = valueAt(data, 'current');
  const nom = textOf(written);
  if (nom === undefined) return objectAt(data, 'current', report);
  const presets = objectAt(data, 'presets', report);
  if (presets && presets.kind !== 'object') return undefined;
  if (!valueAt(presets, nom)) report('prereglage_absent', written?.offset ?? null, { nom });
  return objectAt(presets, nom, report);
}
