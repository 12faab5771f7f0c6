import { SETTINGS_DATA } from '../../../../engine/language/paths.ts';
import type { KeyPath } from './json-edit.ts';
import type { PlacedSection } from './placed-section.ts';
import { type Setting, settingsIn } from './settings.ts';
import { readTemplate, type Texts, type ThemeModel } from './theme-model.ts';

/** The value at a path of keys, as a person calls it: « Page d’accueil › Atouts › Titre ». */
export function describePath(file: string, path: KeyPath, texts: Texts, model: ThemeModel): string {
  const words = file === SETTINGS_DATA ? ofSettings(path, model) : ofTemplate(file, path, texts, model);
  return words.length > 0 ? words.join(' › ') : file;
}

function ofSettings(path: KeyPath, model: ThemeModel): readonly string[] {
  const [key = '', ...rest] = path.slice(model.currentPath.length);
  if (key === 'sections') {
    const fixed = [...model.fixed.before, ...model.fixed.after].find(({ key }) => key === rest[0]);
    return fixed ? [fixed.name, ...ofSection(rest.slice(1), fixed)] : rest;
  }
  for (const { name, items } of model.groups) {
    const setting = settingNamed(items, key);
    if (setting) return [name, setting.label];
  }
  return key === '' ? [] : [key];
}

function ofTemplate(file: string, [first, key, ...rest]: KeyPath, texts: Texts, model: ThemeModel): readonly string[] {
  const name = /^templates\/(.*)\.json$/s.exec(file)?.[1] ?? '';
  const template = readTemplate(texts, name, model.types);
  if (!template) return [];
  if (first === 'order') return [template.label, 'Ordre des sections'];
  const section = template.sections.find((one) => one.key === key);
  return section
    ? [template.label, section.name, ...ofSection(rest, section)]
    : [template.label, ...(key ? [key] : [])];
}

function ofSection([kind, key = '', ...rest]: KeyPath, section: PlacedSection): readonly string[] {
  if (kind === 'block_order') return ['Ordre des blocs'];
  if (kind === 'settings') return key === '' ? [] : [settingNamed(section.items, key)?.label ?? key];
  if (kind !== 'blocks' || key === '') return [];
  const block = section.blocks.find((one) => one.key === key);
  const [, id] = rest;
  if (!block) return [key];
  return [block.excerpt ?? block.name, ...(id ? [settingNamed(block.items, id)?.label ?? id] : [])];
}

const settingNamed = (items: Parameters<typeof settingsIn>[0], id: string): Setting | undefined =>
  settingsIn(items).find((setting) => setting.id === id);
