import type { Traits } from '../../compiler/traits.ts';
import { entriesOf } from '../json-tree.ts';
import type { SettingRead } from '../liquid-facts.ts';
import { placeOfPath } from '../places.ts';
import type { Rule } from '../rule.ts';
import { type DiagnosedTheme, SECTION_FILE } from '../theme.ts';

/**
 * Settings that are read and that no schema declares and nothing gives a value. Only what is certain counts: a name that the file
 * assigns, or shares with partials that it includes, may be anything, and a snippet sees what it is passed.
 */
export const settingReads: Rule = {
  judges: /^(layout|sections)\/.*\.liquid$/,
  judge(file, theme, report) {
    const { template, facts } = file.liquid();
    if ('error' in template || template.traits.included.size > 0) return;
    const type = SECTION_FILE.exec(file.path)?.[1];
    for (const read of facts.reads) {
      if (isAssigned(template.traits, read.root) || isKnown(read, type, theme)) continue;
      const path = read.of === 'theme' ? [read.root, read.id] : [read.root, 'settings', read.id];
      report('lecture_non_declaree', placeOfPath(read.markup, path), { lecture: path.join('.') });
    }
  },
};

const isAssigned = ({ assigned, counted }: Traits, name: string): boolean => assigned.has(name) || counted.has(name);

/** Whether something gives the setting a value, or nothing can be said about it. */
function isKnown({ of, id }: SettingRead, type: string | undefined, theme: DiagnosedTheme): boolean {
  if (of === 'theme') {
    const globals = theme.globals();
    return globals === null || globals.has(id) || (id !== 'sections' && entriesOf(theme.current()).has(id));
  }
  const declared = type === undefined ? null : theme.section(type);
  if (type === undefined || declared === null) return true;
  if (of === 'section') return declared.settings.has(id) || theme.given(type).settings.has(id);
  return [...declared.blocks.values()].some((block) => block.has(id)) || theme.given(type).blocks.has(id);
}
