/** JSON schemas of the files of a theme, for editors: draft 7, which all of them read. Pure. */
import { z } from 'zod';
import { CODES } from '../../../engine/diagnose/codes.ts';
import { SETTING_TYPES, type SettingType } from '../../../engine/language/setting-types.ts';
import { SYNTAX_CODES } from '../../../engine/language/syntax-codes.ts';
import { KEY_WORDS, type KeyOwner, SETTING_TYPE_WORDS } from '../../../engine/language/words/settings.ts';
import { Sample } from '../preview/sample/sample-schema.ts';

/** A schema, or a part of one. */
export type JsonSchema = Readonly<Record<string, unknown>>;

const DRAFT = 'http://json-schema.org/draft-07/schema#';

const TEXT = { type: 'string' };
const NUMBER = { type: 'number' };
const OBJECT = { type: 'object' };
const SCALAR = { type: ['string', 'number', 'boolean'] };
/** A text, or a text for each language. */
const TOLD = { anyOf: [TEXT, { type: 'object', additionalProperties: TEXT }] };

/** An object with these properties and perhaps others, each with its words. */
function object(owner: KeyOwner, properties: Readonly<Record<string, JsonSchema>>, required: readonly string[] = []) {
  const words: Readonly<Record<string, string>> = KEY_WORDS[owner];
  const described = Object.entries(properties).map(([key, schema]) => [key, { ...schema, description: words[key] }]);
  return { type: 'object', properties: Object.fromEntries(described), ...(required.length > 0 && { required }) };
}

const listOf = (items: JsonSchema): JsonSchema => ({ type: 'array', items });
const recordOf = (additionalProperties: JsonSchema): JsonSchema => ({ type: 'object', additionalProperties });

const IMAGE = object('image', { src: TEXT, alt: TEXT, width: NUMBER, height: NUMBER }, ['src']);

/** What a value of each type looks like; null is no value and fits all. */
const VALUES: Readonly<Record<SettingType, JsonSchema>> = {
  ...{ text: { type: ['string', 'number', 'null'] }, textarea: { type: ['string', 'number', 'null'] } },
  ...{ richtext: { type: ['string', 'number', 'null'] }, color: { type: ['string', 'null'] } },
  ...{ url: { type: ['string', 'null'] }, video_url: { type: ['string', 'null'] } },
  ...{ menu_picker: { type: ['string', 'null'] }, font_picker: { type: ['string', 'null'] } },
  number: { anyOf: [{ type: ['number', 'null'] }, { const: '' }] },
  range: { anyOf: [{ type: ['number', 'null'] }, { const: '' }] },
  checkbox: { type: ['boolean', 'null'] },
  select: { type: [...SCALAR.type, 'null'] },
  radio: { type: [...SCALAR.type, 'null'] },
  image_picker: { anyOf: [{ type: ['string', 'null'] }, IMAGE] },
};

const OPTION = { anyOf: [SCALAR, object('option', { value: SCALAR, label: TOLD, group: TOLD }, ['value'])] };

/** Types of entries between settings, which have no value. */
const WORDS = ['header', 'paragraph'];

/** An entry of a list of settings. */
const SETTING: JsonSchema = {
  ...object(
    'setting',
    {
      ...{ type: { enum: [...SETTING_TYPES.keys(), ...WORDS] }, id: TEXT, label: TOLD, default: {}, info: TOLD },
      ...{ placeholder: TOLD, options: listOf(OPTION), min: NUMBER, max: NUMBER, step: NUMBER, unit: TEXT },
      content: TOLD,
    },
    ['type'],
  ),
  allOf: [
    { if: typeIn(WORDS), else: { required: ['id'] } },
    ...Object.entries(VALUES).map(([type, value]) => ({
      if: typeIn([type]),
      // biome-ignore lint/suspicious/noThenProperty: that is what the condition of a schema is made of
      then: {
        properties: { type: { description: SETTING_TYPE_WORDS[type] }, default: value },
        ...(SETTING_TYPES.get(type)?.hasOptions && { required: ['options'] }),
        ...(type === 'range' && { required: ['min', 'max'] }),
      },
    })),
  ],
};

function typeIn(types: readonly string[]): JsonSchema {
  return { properties: { type: { enum: types } }, required: ['type'] };
}

const SETTINGS = listOf({ $ref: '#/definitions/reglage' });
const DEFINED = { definitions: { reglage: SETTING } };

const WHERE = object('where', { templates: listOf(TEXT) });
const PRESET = object('preset', { name: TOLD, settings: OBJECT, blocks: { type: ['array', 'object'] } });

const SECTION: JsonSchema = {
  ...object('schema', {
    name: TOLD,
    settings: SETTINGS,
    blocks: listOf(object('block', { type: TEXT, name: TOLD, settings: SETTINGS, limit: NUMBER }, ['type'])),
    max_blocks: { type: 'integer', minimum: 0 },
    presets: listOf(PRESET),
    ...{ enabled_on: WHERE, disabled_on: WHERE },
  }),
  ...DEFINED,
};

const BLOCKS = recordOf(
  object('placedBlock', { type: TEXT, settings: OBJECT, disabled: { type: 'boolean' } }, ['type']),
);
const PLACED = { settings: OBJECT, blocks: BLOCKS, block_order: listOf(TEXT), disabled: { type: 'boolean' } };

const TEMPLATE = object(
  'template',
  { sections: recordOf(object('placed', { type: TEXT, ...PLACED }, ['type'])), order: listOf(TEXT) },
  ['sections', 'order'],
);

const CURRENT = object('current', { sections: recordOf(object('placed', PLACED)) });
const SETTINGS_DATA = object('data', { current: { anyOf: [CURRENT, TEXT] }, presets: recordOf(CURRENT) });

const CHECKS = {
  type: 'object',
  properties: Object.fromEntries(
    Object.entries(CODES)
      .filter(([code]) => !SYNTAX_CODES.has(code))
      .map(([code, { gravite, message }]) => [
        code,
        {
          enum: ['non', 'avertissement', 'erreur'],
          description: `${gravite === 'erreur' ? 'Erreur' : 'Avertissement'} : ${message}`,
        },
      ]),
  ),
  additionalProperties: false,
};

const PROJECT = {
  type: 'object',
  properties: {
    $schema: TEXT,
    verifications: { ...CHECKS, description: 'Ce que deviennent les vérifications dans tout le thème.' },
    fichiers: {
      ...recordOf(CHECKS),
      description: 'La même chose pour un seul fichier, par son chemin : « sections/hero.liquid ».',
    },
  },
  additionalProperties: false,
};

/** A schema with its words, as a file. */
interface SchemaFile {
  /** Which files it is for, as editors write that. */
  readonly files: readonly string[];
  readonly title: string;
  readonly schema: JsonSchema;
}

const FILES: Readonly<Record<string, SchemaFile>> = {
  'gabarit.json': { files: ['templates/*.json'], title: 'Gabarit d’un thème', schema: TEMPLATE },
  'settings_schema.json': {
    files: ['config/settings_schema.json'],
    title: 'Réglages d’un thème',
    schema: { ...listOf(object('group', { name: TOLD, settings: SETTINGS })), ...DEFINED },
  },
  'settings_data.json': {
    files: ['config/settings_data.json'],
    title: 'Valeurs des réglages d’un thème',
    schema: SETTINGS_DATA,
  },
  'section.json': { files: [], title: 'Contenu de {% schema %} dans une section', schema: SECTION },
  'vitrine.json': { files: ['vitrine.json'], title: 'Vérifications d’un thème', schema: PROJECT },
  'contenu.json': {
    files: ['contenu.json'],
    title: 'Contenu à montrer dans l’aperçu',
    schema: z.toJSONSchema(Sample, { target: 'draft-7', io: 'input', unrepresentable: 'any' }),
  },
};

/** Each schema by the name of its file. */
export const SCHEMAS: ReadonlyMap<string, JsonSchema> = new Map(
  Object.entries(FILES).map(([name, { title, schema }]) => [name, { ...schema, $schema: DRAFT, title }]),
);

/** Which schema is for which files of a theme: names of schemas, with the paths that they are for. */
export const SCHEMA_USES: readonly (readonly [name: string, files: readonly string[]])[] = Object.entries(FILES)
  .filter(([, { files }]) => files.length > 0)
  .map(([name, { files }]) => [name, files]);
