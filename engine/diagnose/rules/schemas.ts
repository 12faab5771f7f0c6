import type { DeclaredSetting } from '../../document/declared.ts';
import { SECTION_FILE } from '../../document/theme-documents.ts';
import { itemsOf, type JsonValue, numberOf, scalarOf, textAt, textOf, valueAt, within } from '../../json/json-tree.ts';
import { isWords, SETTING_TYPES, WORDS } from '../../language/setting-types.ts';
import { adviceOn } from '../advice.ts';
import type { Report, Rule } from '../rule.ts';
import { misfit } from '../setting-types.ts';
import { judgeRange } from './ranges.ts';

/** What a section declares (docs/rules.md, Rule 6). */
export const sectionSchema: Rule = {
  judges: SECTION_FILE,
  judge(file, _theme, report) {
    const schema = file.schema()?.value;
    if (!schema) return;
    if (schema.kind !== 'object') return report('schema_mal_forme', schema.offset);
    judgeSettings([listAt(schema, 'settings', report)], report);
    judgeBlocks(listAt(schema, 'blocks', report), report);
    const most = valueAt(schema, 'max_blocks');
    if (most && !((numberOf(most) ?? -1) >= 0)) report('max_blocks_invalide', most.offset);
  },
};

/** What the whole theme declares (docs/rules.md, Rule 4). */
export const settingsSchema: Rule = {
  judges: /^config\/settings_schema\.json$/,
  judge(file, _theme, report) {
    const schema = file.json().value;
    if (!schema) return;
    if (schema.kind !== 'list') return report('groupes_attendus', schema.offset);
    for (const group of schema.items) if (group.kind !== 'object') report('groupe_mal_forme', group.offset);
    // Groups only structure the editor: an id may be used once in all of them.
    judgeSettings(
      schema.items.map((group) => listAt(group, 'settings', report)),
      report,
    );
  },
};

/** A list, if there is a value; reports a value that is not a list. */
function listAt(object: JsonValue, name: string, report: Report): JsonValue | undefined {
  const list = valueAt(object, name);
  if (list && list.kind !== 'list') report('liste_attendue', list.offset, { nom: name });
  return list;
}

function judgeBlocks(blocks: JsonValue | undefined, report: Report): void {
  const seen = new Set<string>();
  for (const block of itemsOf(blocks)) {
    const { text: type, offset } = textAt(block, 'type');
    if (type === undefined) {
      report('bloc_sans_type', offset);
      continue;
    }
    if (seen.has(type)) report('bloc_en_double', valueAt(block, 'type') ?? offset, { type });
    seen.add(type);
    judgeSettings([listAt(block, 'settings', report)], report);
  }
}

/** @param lists settings that are declared together: an id may occur once in all of them */
function judgeSettings(lists: readonly (JsonValue | undefined)[], report: Report): void {
  const seen = new Set<string>();
  for (const declaration of lists.flatMap((list) => itemsOf(list))) {
    if (declaration.kind !== 'object') {
      report('reglage_mal_forme', declaration.offset);
      continue;
    }
    if (isWords(textOf(valueAt(declaration, 'type')))) continue;
    const { text: id, offset } = textAt(declaration, 'id');
    if (id === undefined) {
      report('reglage_sans_id', offset);
      continue;
    }
    if (seen.has(id)) report('reglage_en_double', valueAt(declaration, 'id') ?? offset, { id });
    seen.add(id);
    judgeType({ id, type: textOf(valueAt(declaration, 'type')), declaration }, report);
  }
}

function judgeType(setting: DeclaredSetting, report: Report): void {
  const { id, declaration } = setting;
  const { text: type, offset } = textAt(declaration, 'type');
  if (type === undefined) report('reglage_sans_type', offset, { id });
  else if (!SETTING_TYPES.has(type)) reportType(type, valueAt(declaration, 'type'), report);
  else if (SETTING_TYPES.get(type)?.hasOptions) judgeOptions(setting, report);
  else if (type === 'range') judgeRange(setting, report);
  const value = valueAt(declaration, 'default');
  const expected = value ? misfit(setting, value) : null;
  if (value && expected !== null) report('valeur_inadaptee', value, { id, type: type ?? '', attendu: expected });
}

function reportType(type: string, written: JsonValue | undefined, report: Report): void {
  if (!written) return;
  const { conseil, correction } = adviceOn(type, within(written), [...SETTING_TYPES.keys(), ...WORDS]);
  report('type_inconnu', written, { type, conseil }, correction);
}

function judgeOptions({ id, type = '', declaration }: DeclaredSetting, report: Report): void {
  const options = itemsOf(valueAt(declaration, 'options'));
  if (options.length === 0) report('options_absentes', textAt(declaration, 'type').offset, { id, type });
  const seen = new Set<string>();
  for (const option of options) {
    // An option may be its value alone.
    const written = option.kind === 'object' ? valueAt(option, 'value') : option;
    const value = scalarOf(written);
    if (!written || value === undefined || value === null) report('option_sans_valeur', written ?? option);
    else if (seen.has(String(value))) report('option_en_double', written, { valeur: String(value) });
    seen.add(String(value));
  }
}
