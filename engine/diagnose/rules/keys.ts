import { SECTION_FILE } from '../../document/theme-documents.ts';
import { entriesOf, itemsOf, type JsonValue, valueAt, valuesIn, within } from '../../json/json-tree.ts';
import { adviceOn } from '../advice.ts';
import type { Report, Rule } from '../rule.ts';

const SETTING = 'type id label default info content options min max step unit placeholder'.split(' ');
const OPTION = ['value', 'label', 'group'];
const SECTION = 'name tag class limit settings blocks max_blocks presets default enabled_on disabled_on'.split(' ');
const BLOCK = ['type', 'name', 'settings', 'limit'];
const PLACED_BLOCK = ['type', 'name', 'settings', 'disabled'];
const PLACED_SECTION = [...PLACED_BLOCK, 'blocks', 'block_order'];

/** Keys that stand twice in an object, and misspelt ones; keys that nothing here has are for other programs. */
export const jsonKeys: Rule = {
  judges: /\.json$/,
  judge(file, _theme, report) {
    const { value } = file.json();
    if (!value) return;
    judgeRepeated(value, report);
    if (file.path.startsWith('templates/')) {
      judgeKeys(value, ['sections', 'order', 'layout', 'wrapper', 'name'], report);
      judgeAll(valueAt(value, 'sections'), judgePlaced, report);
    } else if (file.path === 'config/settings_data.json') {
      judgeKeys(value, ['current', 'presets'], report);
      judgeAll(valueAt(valueAt(value, 'current'), 'sections'), judgePlaced, report);
    } else if (file.path === 'config/settings_schema.json') {
      for (const group of itemsOf(value)) {
        judgeKeys(group, ['name', 'settings'], report);
        judgeSettings(group, report);
      }
    }
  },
};

/** The same in the schema of a section. */
export const schemaKeys: Rule = {
  judges: SECTION_FILE,
  judge(file, _theme, report) {
    const value = file.schema()?.value;
    if (!value) return;
    judgeRepeated(value, report);
    judgeKeys(value, SECTION, report);
    judgeSettings(value, report);
    for (const block of itemsOf(valueAt(value, 'blocks'))) {
      judgeKeys(block, BLOCK, report);
      judgeSettings(block, report);
    }
  },
};

function judgeRepeated(value: JsonValue, report: Report): void {
  for (const one of valuesIn(value)) {
    if (one.kind === 'object') for (const entry of one.repeated) report('cle_en_double', entry, { cle: entry.key });
  }
}

/** Tells the keys that are near a known one that the object does not have. */
function judgeKeys(value: JsonValue, known: readonly string[], report: Report): void {
  const entries = entriesOf(value);
  for (const [cle, entry] of entries) {
    if (known.includes(cle) || OTHERS.has(cle)) continue;
    const missing = known.filter((key) => !entries.has(key));
    const { near, conseil, correction } = adviceOn(cle, within(entry), missing);
    if (near) report('cle_inconnue', entry, { cle, conseil }, correction);
  }
}

/** Keys that other programs know. */
const OTHERS: ReadonlySet<string> = new Set(
  'locales templates accept visible_if static custom_css theme_name theme_version platform_customizations'.split(' '),
);

function judgeSettings(declaration: JsonValue, report: Report): void {
  for (const setting of itemsOf(valueAt(declaration, 'settings'))) {
    judgeKeys(setting, SETTING, report);
    for (const option of itemsOf(valueAt(setting, 'options'))) judgeKeys(option, OPTION, report);
  }
}

function judgePlaced(section: JsonValue, report: Report): void {
  judgeKeys(section, PLACED_SECTION, report);
  judgeAll(valueAt(section, 'blocks'), (block) => judgeKeys(block, PLACED_BLOCK, report), report);
}

function judgeAll(
  values: JsonValue | undefined,
  judge: (value: JsonValue, report: Report) => void,
  report: Report,
): void {
  for (const { value } of entriesOf(values).values()) judge(value, report);
}
