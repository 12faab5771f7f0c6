import type { Completion, CompletionContext, CompletionResult, CompletionSource } from '@codemirror/autocomplete';
import { FILTERS } from '../../../../engine/language/filters.ts';
import { CONSTANTS, OBJECTS } from '../../../../engine/language/objects.ts';
import { SETTINGS_SCHEMA } from '../../../../engine/language/paths.ts';
import { TAGS } from '../../../../engine/language/tags.ts';
import type { Fields } from '../../../../engine/language/value-types.ts';
import { readSectionType } from '../../customise/model/section-types.ts';
import { readSettings, type SchemaItem, settingsIn } from '../../customise/model/settings.ts';
import { isRecord, listOf, readJson } from '../../customise/model/values.ts';

/** What completions know of the theme. */
export interface ThemeWords {
  readonly paths: () => readonly string[];
  readonly textOf: (path: string) => string | null | undefined;
}

const named = (labels: Iterable<string>, type: string): Completion[] =>
  Array.from(labels, (label) => ({ label, type }));

const TAG_NAMES = named(
  [...TAGS].flatMap(([name, { holds }]) => (name === '#' ? [] : holds ? [name, `end${name}`] : [name])),
  'keyword',
);
const FILTER_NAMES = [...FILTERS].map(([label, { takes }]) => ({
  label,
  type: 'function',
  ...(takes && { detail: `: ${takes}` }),
}));
const OBJECT_NAMES = named([...Object.keys(OBJECTS), ...CONSTANTS], 'variable');
const NAMING_TAG = `(${[...TAGS].flatMap(([name, { names }]) => (names ? [name] : [])).join('|')})`;
const NAMED_FILE = new RegExp(`\\b${NAMING_TAG}\\s+['"]([\\w.-]*)$`);

/** How far before the cursor the text is examined, UTF-16 code units. */
const LOOKED_AT = 400;

/** Completions inside `{{ … }}` and `{% … %}`: tags and their words, filters, objects, the settings that are declared, the names of files. */
export function liquidCompletions({ paths, textOf }: ThemeWords): CompletionSource {
  return (context) => {
    const before = context.state.sliceDoc(Math.max(0, context.pos - LOOKED_AT), context.pos);
    const open = Math.max(before.lastIndexOf('{{'), before.lastIndexOf('{%'));
    if (open < 0 || open < Math.max(before.lastIndexOf('}}'), before.lastIndexOf('%}'))) return null;
    const inside = before.slice(open);
    return (
      fileNames(context, inside, paths()) ??
      tagNames(context, inside) ??
      afterPipe(context, inside) ??
      properties(context, inside, textOf) ??
      objects(context, inside)
    );
  };
}

/** The text that narrows a list of names; a dot after an object's name begins another list. */
const NAME = /^\w*$/;
const FILE_NAME = /^[\w.-]*$/;

/** @param typed the part of the name that is written already */
const offer = (
  context: CompletionContext,
  typed: string,
  options: readonly Completion[],
  validFor = NAME,
): CompletionResult | null => (options.length === 0 ? null : { from: context.pos - typed.length, options, validFor });

function fileNames(context: CompletionContext, inside: string, paths: readonly string[]): CompletionResult | null {
  const [, tag = '', typed = ''] = NAMED_FILE.exec(inside) ?? [];
  const { names } = TAGS.get(tag) ?? {};
  if (names) {
    const folder = `${names}/`;
    const files = paths
      .filter((path) => path.startsWith(folder))
      .map((path) => path.slice(folder.length, -'.liquid'.length));
    return offer(context, typed, named(files, 'text'), FILE_NAME);
  }
  const asset = /\{\{-?\s*['"]([\w.-]*)$/.exec(inside)?.[1];
  if (asset === undefined) return null;
  const files = paths.filter((path) => path.startsWith('assets/')).map((path) => path.slice('assets/'.length));
  return offer(context, asset, named(files, 'text'), FILE_NAME);
}

function tagNames(context: CompletionContext, inside: string): CompletionResult | null {
  const typed = /^\{%-?\s*(\w*)$/.exec(inside)?.[1];
  return typed === undefined || (typed === '' && !context.explicit) ? null : offer(context, typed, TAG_NAMES);
}

function afterPipe(context: CompletionContext, inside: string): CompletionResult | null {
  const typed = /\|\s*(\w*)$/.exec(inside)?.[1];
  return typed === undefined || (typed === '' && !context.explicit) ? null : offer(context, typed, FILTER_NAMES);
}

function properties(context: CompletionContext, inside: string, textOf: ThemeWords['textOf']): CompletionResult | null {
  const [, object = '', typed = ''] = /([A-Za-z_][\w.]*)\.(\w*)$/.exec(inside) ?? [];
  if (object === '') return null;
  return offer(context, typed, fieldsOf(object, context.state.doc.toString(), textOf));
}

/** The names behind the dot of an object. @param text of the file being written */
export function fieldsOf(object: string, text: string, textOf: ThemeWords['textOf']): readonly Completion[] {
  if (object === 'section.settings') return declared(readSectionType('', text).items);
  if (/^(block|bloc)\.settings$/.test(object))
    return declared(readSectionType('', text).blocks.flatMap(({ items }) => items));
  if (object === 'settings') {
    const groups = listOf(readJson(textOf(SETTINGS_SCHEMA) ?? undefined)).filter(isRecord);
    return declared(groups.flatMap((group) => readSettings(group.settings)));
  }
  const fieldsAt = (fields: Fields, name: string): Fields =>
    (Object.hasOwn(fields, name) ? fields[name]?.fields : undefined) ?? {};
  return named(Object.keys(object.split('.').reduce(fieldsAt, OBJECTS)), 'property');
}

/** The settings among what schemas declare; one that several blocks have stands once. */
const declared = (items: readonly SchemaItem[]): Completion[] => [
  ...new Map(
    settingsIn(items).map(({ id, label, declaration: { type } }) => [
      id,
      {
        ...{ label: id, type: 'property' },
        ...(typeof type === 'string' && { detail: type }),
        ...(label !== id && { info: label }),
      },
    ]),
  ).values(),
];

function objects(context: CompletionContext, inside: string): CompletionResult | null {
  // Not within a quoted text.
  if ((inside.match(/'/g)?.length ?? 0) % 2 === 1 || (inside.match(/"/g)?.length ?? 0) % 2 === 1) return null;
  const typed = /[\s=<>(,:]([A-Za-z_]\w*)?$/.exec(inside)?.[1] ?? '';
  const words = TAGS.get(/^\{%-?\s*(\w+)/.exec(inside)?.[1] ?? '')?.words ?? [];
  return typed === '' && !context.explicit
    ? null
    : offer(context, typed, [...named(words, 'keyword'), ...OBJECT_NAMES]);
}
