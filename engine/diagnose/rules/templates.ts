import type { ThemeDocuments } from '../../document/theme-documents.ts';
import { disabledAt, entriesOf, type JsonValue, textAt, valueAt } from '../../json/json-tree.ts';
import type { Report, Rule } from '../rule.ts';
import { adviceOnKey, judgePlacedSection, keysAt, keysOutside, objectAt } from './placed-section.ts';
import { judgeNamed } from './references.ts';

/** Which sections a template shows, in which order, with which values (docs/rules.md, Rule 5). */
export const templates: Rule = {
  judges: /^templates\/.*\.json$/,
  judge(file, theme, report) {
    const template = file.json().value;
    if (!template) return;
    if (template.kind !== 'object') return report('objet_attendu', template.offset, { nom: file.path });
    const sections = objectAt(template, 'sections', report);
    if (!sections) report('sections_absentes', template.offset);
    const order = valueAt(template, 'order');
    if (!order) report('ordre_absent', template.offset);
    const ordered = keysAt(template, 'order', report);
    const present = entriesOf(sections);
    // Where there are sections, or none can be read, that is the reason.
    const isEmpty = order?.kind === 'list' && order.items.length === 0;
    if (isEmpty && sections?.kind === 'object' && present.size === 0) report('gabarit_vide', order.offset);
    const outside = keysOutside(ordered, present);
    for (const key of ordered) {
      if (present.has(key.key)) continue;
      const { conseil, correction } = adviceOnKey(key, outside);
      report('section_absente', key, { cle: key.key, conseil }, correction);
    }
    const known = new Set(ordered.map(({ key }) => key));
    for (const [cle, { offset, value }] of present) {
      if (!known.has(cle)) report('section_hors_ordre', offset, { cle });
      judgeSection(cle, value, theme, report);
    }
  },
};

function judgeSection(cle: string, section: JsonValue, theme: ThemeDocuments, report: Report): void {
  const { text: type, offset } = textAt(section, 'type');
  if (type === undefined) {
    report('section_mal_formee', offset, { cle });
    return;
  }
  const disabled = disabledAt(section);
  if (disabled) report('section_desactivee', disabled.offset, { cle });
  const { end } = valueAt(section, 'type') ?? section;
  judgeNamed({ folder: 'sections', name: type, place: { offset, end } }, theme, report);
  judgePlacedSection(section, type, theme.section(type), report);
}
