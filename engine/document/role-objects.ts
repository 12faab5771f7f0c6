import { OF_LAYOUT, OF_PAGE, OF_SECTION } from '../language/objects.ts';
import { type Role, templateNameOf } from '../language/paths.ts';
import { type Fields, listOf, unionOf, type ValueType } from '../language/value-types.ts';
import { blockType, settingsType } from './setting-values.ts';
import { SECTION_FILE, type ThemeDocuments } from './theme-documents.ts';

/** How a file's code is called; a layout of another name than `theme.liquid` counts as one, too. */
export const roleOfFile = (path: string): Role =>
  path.startsWith('layout/') ? 'layout' : SECTION_FILE.test(path) ? 'section' : 'snippet';

const TEXT: ValueType = { kind: 'text' };

/** The objects that a file sees because of its role: those of the page, its section's own, the layout's; none in a snippet. */
export function objectsOfRole(theme: ThemeDocuments, path: string): Fields {
  const role = roleOfFile(path);
  if (role === 'snippet') return {};
  const ofPage: Fields = { ...OF_PAGE, settings: theme.known(themeSettings), template: theme.known(templateNames) };
  if (role === 'layout') return { ...ofPage, ...OF_LAYOUT };
  const type = SECTION_FILE.exec(path)?.[1];
  return type === undefined ? {} : { ...ofPage, section: sectionOf(theme, type) };
}

function themeSettings(theme: ThemeDocuments): ValueType {
  const globals = theme.globals();
  return globals === null ? OF_PAGE.settings : settingsType('theme', globals, theme.givenToTheme());
}

function templateNames(theme: ThemeDocuments): ValueType {
  return { ...TEXT, values: [...theme.files.keys()].flatMap((path) => templateNameOf(path) ?? []) };
}

function sectionOf(theme: ThemeDocuments, type: string): ValueType {
  const declared = theme.section(type);
  if (!declared) return OF_SECTION.section;
  const given = theme.given(type);
  const blocks = [...declared.blocks].map(([block, settings]) =>
    blockType({ ...TEXT, values: [block] }, settingsType('block', settings, given.blocks.get(block) ?? [], type)),
  );
  const undeclared = [...given.blocks].filter(([block]) => !declared.blocks.has(block));
  for (const [block, ids] of undeclared) {
    blocks.push(blockType({ ...TEXT, values: [block] }, settingsType('block', new Map(), ids, type)));
  }
  const any = blockType(TEXT, settingsType('block', new Map(), [], type));
  return {
    kind: 'object',
    fields: {
      ...OF_SECTION.section.fields,
      settings: settingsType('section', declared.settings, given.settings, type),
      blocks: listOf(unionOf(blocks) ?? any),
    },
  };
}
