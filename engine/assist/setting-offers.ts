import type { DeclaredSetting } from '../document/declared.ts';
import type { ThemeDocuments } from '../document/theme-documents.ts';
import { fontFamilies, SYSTEM } from '../fonts/families.ts';
import { entriesOf, itemsOf, type JsonValue, scalarOf, textOf, valueAt } from '../json/json-tree.ts';
import { SETTING_TYPE_WORDS } from '../language/words/settings.ts';
import { asCode, asText } from './markdown.ts';

/** A value that may be written. */
export interface ValueOffer {
  /** As it stands in JSON, or `${1}`-like fields in it. */
  readonly value: string | number | boolean;
  readonly detail?: string;
}

/** A text of a schema, or the French one of several. */
export function told(value: JsonValue | undefined): string | undefined {
  if (value?.kind !== 'object') return textOf(value);
  return (
    textOf(valueAt(value, 'fr')) ?? [...entriesOf(value).values()].map((entry) => textOf(entry.value)).find(Boolean)
  );
}

/** The name of a setting's field. */
export const labelOf = ({ declaration }: Pick<DeclaredSetting, 'declaration'>): string | undefined =>
  told(valueAt(declaration, 'label'));

/** The options of a setting. */
function optionsOf({ declaration }: Pick<DeclaredSetting, 'declaration'>): readonly ValueOffer[] {
  return itemsOf(valueAt(declaration, 'options')).flatMap((option) => {
    const value = scalarOf(valueAt(option, 'value') ?? option);
    const label = told(valueAt(option, 'label'));
    return value === undefined || value === null ? [] : [{ value, ...(label !== undefined && { detail: label }) }];
  });
}

/** Names of the files of a folder, without the folder and what ends with `extension`. */
export function namesIn({ files }: ThemeDocuments, folder: string, extension = ''): readonly string[] {
  const start = `${folder}/`;
  return [...files.keys()]
    .filter((path) => path.startsWith(start) && path.endsWith(extension))
    .map((path) => path.slice(start.length, path.length - extension.length))
    .sort();
}

const isPicture = (name: string): boolean => !name.endsWith('.css');

/** Ids of fonts, with their names. */
export const fontOffers = (): readonly { readonly value: string; readonly detail: string }[] => [
  ...Object.entries(fontFamilies()).map(([value, { name }]) => ({ value, detail: name })),
  { value: SYSTEM, detail: 'polices de l’appareil' },
];

/** Values that a setting may be given. */
export function valuesOf(
  theme: ThemeDocuments,
  setting: Pick<DeclaredSetting, 'declaration' | 'type'>,
): readonly ValueOffer[] {
  switch (setting.type) {
    case 'checkbox':
      return [{ value: true }, { value: false }];
    case 'select':
    case 'radio':
      return optionsOf(setting);
    case 'font_picker':
      return fontOffers();
    case 'image_picker':
      return namesIn(theme, 'assets')
        .filter(isPicture)
        .map((value) => ({ value }));
    default: {
      const byDefault = scalarOf(valueAt(setting.declaration, 'default'));
      return byDefault === undefined || byDefault === null ? [] : [{ value: byDefault, detail: 'valeur par défaut' }];
    }
  }
}

/** What people read of a setting, in Markdown. */
export function settingText(setting: DeclaredSetting): string {
  const { id, type, declaration } = setting;
  const label = labelOf(setting);
  const info = told(valueAt(declaration, 'info'));
  const [byDefault, min, max, unit] = ['default', 'min', 'max', 'unit'].map((key) =>
    scalarOf(valueAt(declaration, key)),
  );
  const options = optionsOf(setting).map(
    ({ value, detail }) => asCode(value) + (detail === undefined ? '' : ` (${asText(detail)})`),
  );
  return [
    `**${asText(label ?? id)}** : réglage ${asCode(id)}${type === undefined ? '' : ` de type ${asCode(type)}`}`,
    SETTING_TYPE_WORDS[type ?? ''],
    info && asText(info),
    min === undefined && max === undefined
      ? undefined
      : `De ${asCode(min ?? '…')} à ${asCode(max ?? '…')}${typeof unit === 'string' ? ` ${asText(unit)}` : ''}.`,
    options.length > 0 ? `Options : ${options.join(', ')}.` : undefined,
    byDefault === undefined ? undefined : `Par défaut : ${asCode(byDefault)}.`,
  ]
    .filter((line) => line !== undefined && line !== '')
    .join('\n\n');
}

/** What people read of a type of section, in Markdown. */
export function sectionText(theme: ThemeDocuments, type: string): string | undefined {
  const file = theme.files.get(`sections/${type}.liquid`);
  if (!file) return undefined;
  const name = told(valueAt(file.schema()?.value, 'name'));
  const { settings, blocks } = theme.section(type) ?? {};
  const lists = [
    ['Réglages', settings?.keys()],
    ['Blocs', blocks?.keys()],
  ] as const;
  return [
    `${name === undefined ? '' : `**${asText(name)}** : `}section ${asCode(type)}`,
    ...lists.flatMap(([what, names]) => {
      const written = [...(names ?? [])].map(asCode);
      return written.length > 0 ? [`${what} : ${written.join(', ')}.`] : [];
    }),
  ].join('\n\n');
}
