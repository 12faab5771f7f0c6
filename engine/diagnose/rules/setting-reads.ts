import type { Traits } from '../../compiler/traits.ts';
import { entriesOf } from '../../document/json-tree.ts';
import { SECTION_FILE, type ThemeDocuments } from '../../document/theme-documents.ts';
import { factsOf, type SettingRead } from '../liquid-facts.ts';
import type { Rule } from '../rule.ts';

/**
 * Settings that are read and that no schema declares and nothing gives a value. Only what is certain counts: a name that the file
 * assigns, or shares with partials that it includes, may be anything, and a snippet sees what it is passed.
 */
export const settingReads: Rule = {
  judges: /^(layout|sections)\/.*\.liquid$/,
  judge(file, theme, report) {
    const { traits, mistakes } = file.liquid();
    if (mistakes.length > 0 || traits.included.size > 0) return;
    const type = SECTION_FILE.exec(file.path)?.[1];
    for (const read of file.known(factsOf).reads) {
      const { of, id, lookup } = read;
      if (isAssigned(traits, lookup.root) || isKnown(read, type, theme)) continue;
      const path = of === 'theme' ? [lookup.root, id] : [lookup.root, 'settings', id];
      report('lecture_non_declaree', placeOf(read), { lecture: path.join('.') });
    }
  },
};

const isAssigned = ({ assigned, counted }: Traits, name: unknown): boolean =>
  assigned.has(name as string) || counted.has(name as string);

/** From the variable to the id. */
const placeOf = ({ of, lookup }: SettingRead) => ({
  offset: lookup.offset,
  end: lookup.path[of === 'theme' ? 0 : 1]?.end ?? lookup.end,
});

/** Whether something gives the setting a value, or nothing can be said about it. */
function isKnown({ of, id }: SettingRead, type: string | undefined, theme: ThemeDocuments): boolean {
  if (of === 'theme') {
    const globals = theme.globals();
    return globals === null || globals.has(id) || (id !== 'sections' && entriesOf(theme.current()).has(id));
  }
  const declared = type === undefined ? null : theme.section(type);
  if (type === undefined || declared === null) return true;
  if (of === 'section') return declared.settings.has(id) || theme.given(type).settings.has(id);
  return (
    [...declared.blocks.values()].some((block) => block.has(id)) ||
    [...theme.given(type).blocks.values()].some((ids) => ids.has(id))
  );
}
