import type { DeclaredSettings } from '../../document/declared.ts';
import { SECTION_FILE, type ThemeDocuments } from '../../document/theme-documents.ts';
import { valueAt } from '../../json/json-tree.ts';
import { SETTINGS_SCHEMA } from '../../language/paths.ts';
import type { Report, Rule } from '../rule.ts';
import { Readers, type SettingReaders, uncalledSnippets } from '../setting-readers.ts';

const readersOf = (theme: ThemeDocuments): Readers => new Readers(theme);

/** Settings of a section, and of its blocks, that no template reads. */
export const unreadSectionSettings: Rule = {
  judges: SECTION_FILE,
  judge(file, theme, report) {
    const readers = theme.known(readersOf).sections.get(file.path);
    const declared = theme.section(SECTION_FILE.exec(file.path)?.[1] ?? '');
    if (!readers || !declared) return;
    judge(declared.settings, readers.section, report);
    for (const settings of declared.blocks.values()) judge(settings, readers.block, report);
  },
};

/** Settings of the theme that no template reads. */
export const unreadThemeSettings: Rule = {
  judges: /^config\/settings_schema\.json$/,
  judge(file, theme, report) {
    const declared = file.path === SETTINGS_SCHEMA ? theme.globals() : null;
    if (declared) judge(declared, theme.known(readersOf).theme, report);
  },
};

/** Snippets that nothing calls. */
export const uncalled: Rule = {
  judges: /^snippets\/.*\.liquid$/,
  judge(file, theme, report) {
    if (theme.known(uncalledSnippets).has(file.path)) report('extrait_inutile', null);
  },
};

function judge(declared: DeclaredSettings, { ids, isAll }: SettingReaders['section'], report: Report): void {
  if (isAll) return;
  for (const [id, { declaration }] of declared) {
    const written = valueAt(declaration, 'id');
    if (!ids.has(id) && written) report('reglage_inutile', written, { id });
  }
}
