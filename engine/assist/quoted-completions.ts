import { FILTERS } from '../language/filters.ts';
import { TAGS } from '../language/tags.ts';
import { elementOf } from '../language/value-types.ts';
import { type Chain, chainBefore, typeBefore } from './expressions.ts';
import type { LiquidContext } from './liquid-context.ts';
import { documented, files, item, members } from './offered.ts';
import { fontOffers, namesIn } from './setting-offers.ts';
import type { CompletionItem } from './types.ts';
import { membersOf, typesOf } from './values.ts';
import type { Word } from './words.ts';

/** How far what follows a quoted text is looked at. */
const FOLLOWING_UNITS = 200;

/** Formats of dates that themes often have. */
const DATE_FORMATS = ['%d/%m/%Y', '%d/%m', '%Y', '%Y-%m-%d', '%H:%M', '%Hh%M'];

const fonts = (): CompletionItem[] => fontOffers().map(({ value, detail }) => item(value, 'value', { detail }));

/** What may stand between quotes. */
export function quoted(context: LiquidContext): readonly CompletionItem[] {
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
