import { accepts, FILTERS } from '../language/filters.ts';
import { CONSTANTS } from '../language/objects.ts';
import { TAGS } from '../language/tags.ts';
import { FILTER_WORDS } from '../language/words/filters.ts';
import { CONSTANT_WORDS, OBJECT_WORDS, WORD_WORDS } from '../language/words/objects.ts';
import { typeBefore } from './expressions.ts';
import type { LiquidContext } from './liquid-context.ts';
import { isClosedBehind } from './liquid-place.ts';
import { fieldText } from './markdown.ts';
import { documented, files, item, members } from './offered.ts';
import { quoted } from './quoted-completions.ts';
import { switchCompletions } from './switch-completions.ts';
import type { CompletionItem, Completions } from './types.ts';
import { filterText, tagFields, tagText, typeWords } from './vocabulary-words.ts';
import { saidBy, type Word } from './words.ts';

/** What may be written at a place in Liquid. */
export function liquidCompletions(context: LiquidContext): Completions | null {
  const { place } = context;
  const { from, to } = place;
  if (place.isTagName) return tagNames(context);
  const items = place.isQuoted ? quoted(context) : unquoted(context);
  return items.length === 0 ? null : { from, to, items };
}

/** Tags that may begin here: first the end and the branches of the block around them. */
function tagNames({ source, place, openTags, takesSchema, isEnded }: LiquidContext): Completions {
  const around = openTags.at(-1);
  const isBare = isClosedBehind(source, place.to) || isAtEndOfLine(source, place.to);
  // The braces that close the tag already are written anew, so that the end of its block can stand behind them.
  const to = !place.isLine && !isEnded && isBare ? closingEnd(source, place.to) : undefined;
  const closing = to === undefined ? undefined : ` ${fieldText(source.slice(place.to, to).trim() || '%}')}`;
  const insertOf = (name: string) =>
    closing === undefined ? (place.isLine ? lineTag(name) : undefined) : wholeTag(name, closing);
  const [branches, tags]: [CompletionItem[], CompletionItem[]] = [[], []];
  for (const [name, { parts }] of TAGS) {
    if (name === '#' || (name === 'schema' && !takesSchema)) continue;
    if (parts && !(around !== undefined && parts.includes(around))) continue;
    const insert = insertOf(name);
    (parts ? branches : tags).push(
      item(name, 'tag', { ...documented(tagText(name)), ...(insert !== undefined && { insert }) }),
    );
  }
  return { from: place.from, to: to ?? place.to, items: [...endOf(around, closing), ...branches, ...tags] };
}

function endOf(around: string | undefined, closing = ''): CompletionItem[] {
  if (around === undefined) return [];
  const insert = closing && { insert: `end${around}${closing}` };
  return [item(`end${around}`, 'tag', { ...documented(`Ferme {% ${around} %}.`), ...insert })];
}

/** A tag with its form, its braces and the end of its block. @param closing the braces that close it */
function wholeTag(name: string, closing: string): string {
  const { text, count } = tagFields(name);
  const { holds } = TAGS.get(name) ?? {};
  if (!holds) return `${name}${text}${closing}`;
  const line = holds === 'text' && name !== 'raw' && name !== 'comment' ? '\n' : '';
  return `${name}${text}${closing}${line}\${${count + 1}}${line}${fieldText(`{% end${name} %}`)}`;
}

function lineTag(name: string): string {
  const { text, count } = tagFields(name);
  return TAGS.get(name)?.holds ? `${name}${text}\n  \${${count + 1}}\nend${name}` : `${name}${text}`;
}

const CLOSING = /[ \t]*-?[%}]\}/y;

function closingEnd(source: string, at: number): number {
  CLOSING.lastIndex = at;
  return CLOSING.test(source) ? CLOSING.lastIndex : at;
}

const LINE_END = /[ \t]*(?:[\r\n]|$)/y;

function isAtEndOfLine(source: string, at: number): boolean {
  LINE_END.lastIndex = at;
  return LINE_END.test(source);
}

/** Whether a word is the end of a value, behind which a mark or a word of the tag comes. */
function endsValue(words: readonly Word[], tagWords: readonly string[]): boolean {
  const last = words.at(-1);
  if (!last) return false;
  if (last.kind === 'name') return !tagWords.includes(last.text) || words.at(-2)?.text === '.';
  return last.kind === 'text' || last.kind === 'number' || last.text === ']' || last.text === ')';
}

/** Tags that give a variable its name: nothing that exists may be meant. */
const NAMING: ReadonlySet<string> = new Set(['assign', 'capture', 'increment', 'decrement', 'for', 'tablerow']);

function unquoted(context: LiquidContext): readonly CompletionItem[] {
  const { place, theme } = context;
  const { tag = '', before } = place;
  const last = before.at(-1);
  if (tag === '#') return switchCompletions(before);
  if (last?.text === '.') return members(context, before.slice(0, -1));
  if (last?.text === '|') return filters(context);
  if (NAMING.has(tag) && before.length === 0) return [];
  if (tag === 'section') return before.length === 0 ? files(theme, 'sections', true) : [];
  if (tag === 'render' || tag === 'include') return calls(context);
  if (last?.text === '=' && tag !== 'assign') return [];
  const words = TAGS.get(tag)?.words ?? [];
  if (tag === 'tablerow' || tag === 'for') {
    if (before.length === 1) return tagWords(['in'], before);
    if (before.length > 1 && endsValue(before, words))
      return tagWords(
        words.filter((word) => word !== 'in' && word !== 'continue'),
        before,
      );
  }
  if (endsValue(before, words)) return tagWords(words, before);
  return [...namedArguments(context), ...values(context)];
}

/** An argument of a filter that has a name: `sizes: "100vw"?`. */
const NAMED = /^(\w+): (.*?)\??$/;

/** The arguments with names that the filter before the cursor takes and has not. */
function namedArguments(context: LiquidContext): CompletionItem[] {
  const { before } = context.place;
  const at = before.findLastIndex(({ text }) => text === '|');
  const [name, ...given] = before.slice(at + 1);
  const isArgument = given.length === 1 ? given[0]?.text === ':' : given.at(-1)?.text === ',';
  if (at === -1 || !name || !isArgument) return [];
  const takes = FILTERS.get(name.text)?.takes.split(', ') ?? [];
  const passed = new Set(given.flatMap((word, index) => (given[index + 1]?.text === ':' ? [word.text] : [])));
  const isNamed = hasColon(context);
  return takes.flatMap((taken, index) => {
    const [, own, example] = NAMED.exec(taken) ?? [];
    if (own === undefined || passed.has(own)) return [];
    const says = FILTER_WORDS[name.text]?.takes[index];
    return [
      item(own, 'key', {
        ...(says && documented(`${says.charAt(0).toUpperCase()}${says.slice(1)}.`)),
        ...(!isNamed && { insert: `${own}: \${1:${fieldText(example ?? '')}}` }),
      }),
    ];
  });
}

/** Words that a value follows behind a colon. */
const WITH_VALUE: ReadonlySet<string> = new Set(['limit', 'offset', 'cols']);

const COLON = /[ \t]*:/y;

/** Whether a name has its colon already, and perhaps its value. */
function hasColon({ source, place }: LiquidContext): boolean {
  COLON.lastIndex = place.to;
  return COLON.test(source);
}

const tagWords = (words: readonly string[], before: readonly Word[]): CompletionItem[] =>
  words
    .filter(
      (word) => word === 'and' || word === 'or' || word === 'contains' || !before.some(({ text }) => text === word),
    )
    .map((word) =>
      item(word, 'keyword', {
        ...documented(WORD_WORDS[word]),
        ...(WITH_VALUE.has(word) && { insert: `${word}: \${1}` }),
      }),
    );

/** Everything that there is, and the words that are values. */
function values({ place, variables }: LiquidContext): CompletionItem[] {
  const known = [...variables.values()].map(({ name, type, by }) =>
    item(name, by === 'page' || by === 'turn' ? 'object' : 'variable', {
      detail: typeWords(type),
      ...(by === 'page' || by === 'turn' ? documented(OBJECT_WORDS[name]) : {}),
    }),
  );
  const own = known.filter(({ kind }) => kind === 'variable');
  const goesOn =
    place.before.at(-1)?.text === ':' && place.before.at(-2)?.text === 'offset'
      ? tagWords(['continue'], place.before)
      : [];
  return [
    ...goesOn,
    ...own,
    ...known.filter(({ kind }) => kind === 'object'),
    ...CONSTANTS.map((name) => item(name, 'keyword', documented(CONSTANT_WORDS[name]))),
  ];
}

/** Filters: first those that do something with the value before them. */
function filters(context: LiquidContext): CompletionItem[] {
  const { place, typeOf } = context;
  const isCalled = hasColon(context);
  const type = typeBefore(place.before.slice(0, -1), typeOf);
  const [fitting, others]: CompletionItem[][] = [[], []];
  for (const [name, facts] of FILTERS) {
    const needed = facts.takes.split(', ').slice(0, facts.least);
    const fields = needed.map((one, at) => `\${${at + 1}:${fieldText(one)}}`).join(', ');
    const made = item(name, 'filter', {
      ...(facts.takes && { detail: `: ${facts.takes}` }),
      ...documented(filterText(name)),
      ...(facts.least > 0 && !isCalled && { insert: `${name}: ${fields}` }),
    });
    (accepts(facts, type) ? fitting : others)?.push(made);
  }
  return [...(fitting ?? []), ...(others ?? [])];
}

/** What may stand in a call of a snippet. */
function calls(context: LiquidContext): readonly CompletionItem[] {
  const { place, theme, variables } = context;
  const { tag = '', before } = place;
  const [name] = before;
  const last = before.at(-1);
  if (!name)
    return tag === 'include' ? [...files(theme, 'snippets', true), ...values(context)] : files(theme, 'snippets', true);
  if (last?.text === ':' || (last?.kind === 'name' && (last.text === 'with' || last.text === 'for')))
    return values(context);
  if (last?.kind === 'name' && last.text === 'as') return [];
  const words = before.length === 1 ? tagWords(['with', 'for'], before) : [];
  const alias =
    before.some(({ text }) => text === 'with' || text === 'for') && last?.text !== ',' ? tagWords(['as'], before) : [];
  if (name.kind !== 'text') return [...words, ...alias];
  const passed = new Set(before.flatMap((word, at) => (before[at + 1]?.text === ':' ? [word.text] : [])));
  const comma = last?.text === ',' ? '' : ', ';
  const isPassed = hasColon(context);
  const parameters = context
    .parametersOf(saidBy(name))
    .filter((parameter) => !passed.has(parameter.name))
    .map((parameter) => {
      const value = variables.has(parameter.name) ? parameter.name : '';
      return item(parameter.name, 'key', {
        ...(parameter.detail && { detail: parameter.detail }),
        ...documented(parameter.says),
        insert: isPassed ? parameter.name : `${comma}${parameter.name}: \${1${value && `:${value}`}}`,
      });
    });
  return [...words, ...alias, ...parameters];
}
