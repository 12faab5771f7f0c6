import type { Variable } from '../document/scopes.ts';
import type { ThemeDocuments } from '../document/theme-documents.ts';
import { accepts, FILTERS } from '../language/filters.ts';
import { CONSTANTS } from '../language/objects.ts';
import { TAGS } from '../language/tags.ts';
import { elementOf, type ValueType, wordsOf } from '../language/value-types.ts';
import { CONSTANT_WORDS, OBJECT_WORDS, WORD_WORDS } from '../language/words/objects.ts';
import { type Chain, chainBefore, typeBefore } from './expressions.ts';
import { isClosedBehind, type LiquidPlace } from './liquid-place.ts';
import { fieldText } from './markdown.ts';
import type { Parameter } from './parameters.ts';
import { fontOffers, namesIn } from './setting-offers.ts';
import { switchCompletions } from './switch-completions.ts';
import type { CompletionItem, CompletionKind, Completions } from './types.ts';
import { membersOf, typesOf } from './values.ts';
import { filterText, tagFields, tagText } from './vocabulary-words.ts';
import { saidBy, type Word } from './words.ts';

/** What is known at the place of a cursor in Liquid. */
export interface LiquidContext {
  readonly source: string;
  readonly place: LiquidPlace;
  readonly theme: ThemeDocuments;
  /** What there is at the place, by name: objects, and variables of the file. */
  readonly variables: ReadonlyMap<string, Variable>;
  /** The type of what a path leads to at the place, as far as the conditions around it leave. */
  readonly typeOf: (chain: Chain) => ValueType;
  /** Blocks around the place, the innermost last. */
  readonly openTags: readonly string[];
  /** The tag whose name is being written has its end already. */
  readonly isEnded: boolean;
  /** A section's schema may stand here. */
  readonly takesSchema: boolean;
  /** What the branches of a `case` around the place compare with. */
  readonly subject: Chain | undefined;
  /** Keys of menus that the theme names. */
  readonly menuKeys: () => readonly string[];
  readonly parametersOf: (snippet: string) => readonly Parameter[];
}

/** What may be written at a place in Liquid. */
export function liquidCompletions(context: LiquidContext): Completions | null {
  const { place } = context;
  const { from, to } = place;
  if (place.isTagName) return tagNames(context);
  const items = place.isQuoted ? quoted(context) : unquoted(context);
  return items.length === 0 ? null : { from, to, items };
}

const item = (label: string, kind: CompletionKind, more: Partial<CompletionItem> = {}): CompletionItem => ({
  label,
  kind,
  ...more,
});

const documented = (text: string | undefined): Partial<CompletionItem> =>
  text === undefined ? {} : { documentation: text };

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
  return values(context);
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
      detail: wordsOf(type),
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

function members({ typeOf, menuKeys }: LiquidContext, before: readonly Word[]): CompletionItem[] {
  const chain = chainBefore(before);
  if (!chain) return [];
  if (chain.root === 'menus' && chain.path.length === 0) return menuKeys().map((key) => item(key, 'property'));
  return membersOf(typeOf(chain)).map(({ name, detail, says, isSetting }) =>
    item(name, isSetting ? 'setting' : 'property', { detail, ...documented(says) }),
  );
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

function files(theme: ThemeDocuments, folder: 'sections' | 'snippets', withQuotes = false): CompletionItem[] {
  return namesIn(theme, folder, '.liquid').map((name) =>
    item(name, 'file', withQuotes ? { insert: `"${fieldText(name)}"` } : {}),
  );
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

/** How far what follows a quoted text is looked at. */
const FOLLOWING_UNITS = 200;

/** Formats of dates that themes often have. */
const DATE_FORMATS = ['%d/%m/%Y', '%d/%m', '%Y', '%Y-%m-%d', '%H:%M', '%Hh%M'];

const fonts = (): CompletionItem[] => fontOffers().map(({ value, detail }) => item(value, 'value', { detail }));

/** What may stand between quotes. */
function quoted(context: LiquidContext): readonly CompletionItem[] {
  const { source, place, theme } = context;
  const { tag, before } = place;
  const last = before.at(-1);
  const names = TAGS.get(tag ?? '')?.names;
  if (names && before.length === 0) return files(theme, names);
  if (last?.text === '[') return members(context, before.slice(0, -1));
  const compared = comparedWith(before, tag);
  if (compared) return answers(context, compared);
  if (last?.text === ':' && before.at(-3)?.text === '|') return argumentTexts(context);
  const following = source.slice(place.to, place.to + FOLLOWING_UNITS);
  if (/^[\w-]*["']?\s*\|\s*font_/.test(following)) return fonts();
  const isValue = before.length === 0 || last?.text === '=' || last?.text === ':' || last?.text === ',';
  const isAsset = /^[\w.-]*["']?\s*\|\s*asset_url\b/.test(following);
  if (isAsset || (isValue && tag === undefined)) return namesIn(theme, 'assets').map((name) => item(name, 'file'));
  return [];
}

const COMPARING: ReadonlySet<string> = new Set(['==', '!=', '<>']);

/** What a quoted text is compared with. */
function comparedWith(before: readonly Word[], tag: string | undefined): Chain | 'case' | undefined {
  const last = before.at(-1);
  if (tag === 'when' && (!last || last.text === ',' || last.text === 'or')) return 'case';
  return last && COMPARING.has(last.text) ? chainBefore(before.slice(0, -1)) : undefined;
}

/** The values that what a text is compared with may have. */
function answers({ typeOf, subject }: LiquidContext, compared: Chain | 'case'): CompletionItem[] {
  const chain = compared === 'case' ? subject : compared;
  if (!chain) return [];
  const asked = typeOf(chain);
  const values = new Set(typesOf(asked).flatMap((type) => type.values ?? []));
  return [...values].filter((value) => value !== '').map((value) => item(value, 'value'));
}

/** Texts that a filter takes: a format of dates, the name of a property. */
function argumentTexts({ place, typeOf }: LiquidContext): CompletionItem[] {
  const { before } = place;
  const name = before.at(-2)?.text ?? '';
  if (name === 'date') return DATE_FORMATS.map((format) => item(format, 'value'));
  if (!FILTERS.get(name)?.takes.startsWith('propriété')) return [];
  const element = elementOf(typeBefore(before.slice(0, -3), typeOf));
  return membersOf(element)
    .filter(({ name: own }) => Object.hasOwn(element.fields ?? {}, own))
    .map(({ name: own, detail, says }) => item(own, 'property', { detail, ...documented(says) }));
}
