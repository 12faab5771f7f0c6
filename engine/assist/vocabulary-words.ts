import { FILTERS } from '../language/filters.ts';
import { OBJECTS } from '../language/objects.ts';
import { TAGS } from '../language/tags.ts';
import { type Fields, type ValueType, wordsOf } from '../language/value-types.ts';
import { FILTER_WORDS } from '../language/words/filters.ts';
import { COMPUTED_WORDS, OBJECT_WORDS, VALUE_WORDS } from '../language/words/objects.ts';
import { TAG_WORDS } from '../language/words/tags.ts';
import { lazy } from '../runtime/lazy.ts';

/** Each object that has fields, by the path that its words stand under: the shortest one. */
const OWNERS = lazy(() => {
  const owners = new Map<Fields, string>();
  let level = Object.entries(OBJECTS);
  while (level.length > 0) {
    const inner: [string, ValueType][] = [];
    for (const [path, type] of level) {
      const { kind, fields } = elementsOf(type);
      if (!fields || owners.has(fields) || Object.hasOwn(VALUE_WORDS, kind)) continue;
      owners.set(fields, path);
      for (const [name, field] of Object.entries(fields)) inner.push([`${path}.${name}`, field]);
    }
    level = inner;
  }
  return owners;
});

/** What a list or a hash holds; any other type itself. */
const elementsOf = (type: ValueType): ValueType => (type.of ? elementsOf(type.of) : type);

/** Paths of all objects and properties that have words of their own. */
export const wordedPaths = (): readonly string[] => [
  ...Object.keys(OBJECTS),
  ...[...OWNERS()].flatMap(([fields, path]) => Object.keys(fields).map((name) => `${path}.${name}`)),
];

/** What is said of a property of a type. */
export function propertyWords({ kind, fields }: ValueType, name: string): string | undefined {
  if (fields && Object.hasOwn(fields, name)) {
    const own = (VALUE_WORDS as Readonly<Record<string, Readonly<Record<string, string>>>>)[kind];
    return own?.[name] ?? OBJECT_WORDS[`${OWNERS().get(fields)}.${name}`];
  }
  return Object.hasOwn(COMPUTED_WORDS, name) ? COMPUTED_WORDS[name] : undefined;
}

/** A type in a few words: « une liste », « un texte ou un nombre ». */
export function typeWords(type: ValueType): string {
  if (type.among) return [...new Set(type.among.map(typeWords))].join(' ou ');
  const { of } = type;
  const isTold = type.kind === 'list' && of && !of.among && of.kind !== 'any' && of.kind !== 'object';
  return isTold ? `${wordsOf(type)}, dont chaque élément est ${wordsOf(of)}` : wordsOf(type);
}

const FIELD = /\{([^}]*)\}/g;

/** How a tag is written: `{% for element in liste %}`. */
function tagForm(name: string): string {
  const form = TAG_WORDS[name]?.form.replace(FIELD, '$1') ?? '';
  return `{% ${[name, form].filter(Boolean).join(' ')} %}`;
}

/** What people read of a tag, in Markdown. */
export function tagText(name: string): string | undefined {
  const words = TAG_WORDS[name];
  if (!words) return undefined;
  const holds = TAGS.get(name)?.holds;
  return code(holds ? `${tagForm(name)}…{% end${name} %}` : tagForm(name), words.says);
}

/** What people read of a filter, in Markdown. */
export function filterText(name: string): string | undefined {
  const [facts, words] = [FILTERS.get(name), FILTER_WORDS[name]];
  if (!facts || !words) return undefined;
  const names = facts.takes === '' ? [] : facts.takes.split(', ');
  const takes = names.map(
    (one, at) =>
      `- \`${one.replace(/\?$/, '')}\`${one.endsWith('?') ? ' (facultatif)' : ''} : ${words.takes[at] ?? ''}`,
  );
  return code(
    `| ${name}${facts.takes && `: ${facts.takes}`}`,
    [words.says, ...(takes.length > 0 ? [takes.join('\n')] : [])].join('\n\n'),
  );
}

const code = (line: string, says: string): string => `\`\`\`liquid\n${line}\n\`\`\`\n\n${says}`;

/** What a tag's name is followed by, with fields to be filled in, and how many there are. */
export function tagFields(name: string): { readonly text: string; readonly count: number } {
  let count = 0;
  const text = (TAG_WORDS[name]?.form ?? '').replace(FIELD, (_braces, word: string) => `\${${++count}:${word}}`);
  return { text: text && ` ${text}`, count };
}
