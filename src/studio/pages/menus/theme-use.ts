/** Which menus a theme shows, by what its settings name and its code reads. */
import { Api } from '../../api/client.ts';
import type { PlacedSection } from '../../customise/model/placed-section.ts';
import { type SchemaItem, settingsIn, shownValue } from '../../customise/model/settings.ts';
import { readTemplate, readTheme, SchemaReader, type Texts } from '../../customise/model/theme-model.ts';
import type { Values } from '../../customise/model/values.ts';
import { ThemeStore } from '../../theme/theme-store.ts';

/** For each key of a menu the places that show it, in words; code that names a menu has none. */
export type MenuUse = ReadonlyMap<string, ReadonlySet<string>>;

const IN_CODE = /\bmenus\s*(?:\.\s*([A-Za-z][\w-]*)|\[\s*(['"])([A-Za-z][\w-]*)\2\s*\])/g;

/** @param texts of the theme's files by path */
export function menusIn(texts: Texts): MenuUse {
  const use = new Map<string, Set<string>>();
  const note = (key: unknown, place: string | null) => {
    if (typeof key !== 'string' || key === '') return;
    const places = use.get(key) ?? new Set();
    use.set(key, place === null ? places : places.add(place));
  };
  const noteSettings = (items: readonly SchemaItem[], values: Values, place: string) => {
    for (const setting of settingsIn(items))
      if (setting.type === 'menu_picker') note(shownValue(setting, values), place);
  };
  const noteSection = (section: PlacedSection) => {
    if (section.at === null) return;
    noteSettings(section.sectionType?.items ?? [], section.values, section.name);
    for (const block of section.blocks) if (block.at !== null) noteSettings(block.items, block.values, section.name);
  };
  const model = readTheme(texts, new SchemaReader());
  for (const group of model.groups) noteSettings(group.items, model.current, group.name);
  for (const section of [...model.fixed.before, ...model.fixed.after]) noteSection(section);
  for (const { name } of model.templates) readTemplate(texts, name, model.types)?.sections.forEach(noteSection);
  for (const [path, text] of texts) {
    if (!path.endsWith('.liquid')) continue;
    for (const [, plain, , quoted] of text.matchAll(IN_CODE)) note(plain ?? quoted, null);
  }
  return use;
}

/** @throws ApiRefusal, Unreachable */
export async function menusOfTheme(siteId: string, themeId: string): Promise<MenuUse> {
  const store = new ThemeStore(new Api(siteId), themeId, 'publie');
  await store.refresh();
  const isRead = (path: string) => !path.startsWith('assets/');
  await store.readAll(isRead);
  const texts = store.entries.flatMap(({ chemin }) => {
    const text = isRead(chemin) ? store.known(chemin)?.text : undefined;
    return text === undefined ? [] : [[chemin, text] as const];
  });
  return menusIn(new Map(texts));
}
