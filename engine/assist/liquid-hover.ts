import { scopesOf } from '../document/scopes.ts';
import { CONSTANTS } from '../language/objects.ts';
import { TAGS } from '../language/tags.ts';
import { CONSTANT_WORDS, OBJECT_WORDS, WORD_WORDS } from '../language/words/objects.ts';
import { chainBefore } from './expressions.ts';
import type { LiquidContext } from './liquid-context.ts';
import { asCode } from './markdown.ts';
import { snippetText } from './parameters.ts';
import { sectionText } from './setting-offers.ts';
import type { Hover } from './types.ts';
import { membersOf, memberText } from './values.ts';
import { filterText, tagText, typeWords } from './vocabulary-words.ts';
import { saidBy, type Word } from './words.ts';

/** What people read of the word at a place in Liquid. */
export function liquidHover(context: LiquidContext): Hover | null {
  const { source, place } = context;
  const { from, to } = place;
  const name = source.slice(from, to);
  if (name === '') return null;
  const text = place.isTagName
    ? tagHover(name)
    : place.isQuoted
      ? quotedHover(context, name)
      : nameHover(context, name);
  return text === undefined ? null : { from, to, text };
}

function tagHover(name: string): string | undefined {
  const opened = /^end(\w+)$/.exec(name)?.[1];
  return tagText(name) ?? (opened === undefined ? undefined : tagText(opened));
}

function nameHover(context: LiquidContext, name: string): string | undefined {
  const { place, variables, source } = context;
  const { before, tag = '' } = place;
  const last = before.at(-1);
  if (last?.text === '.') return propertyHover(context, before.slice(0, -1), name);
  if (last?.text === '|') return filterText(name);
  const isNamed = source
    .slice(place.to, place.to + 50)
    .trimStart()
    .startsWith(':');
  const [called] = before;
  if ((tag === 'render' || tag === 'include') && isNamed && called?.kind === 'text')
    return parameterHover(context, saidBy(called), name);
  if (TAGS.get(tag)?.words?.includes(name) && before.length > 0) return `${asCode(name)} : ${WORD_WORDS[name] ?? ''}`;
  if ((CONSTANTS as readonly string[]).includes(name)) return `${asCode(name)} : ${CONSTANT_WORDS[name] ?? ''}`;
  const { type, by } = variables.get(name) ?? {};
  if (!type) return undefined;
  const says = by === 'page' || by === 'turn' ? OBJECT_WORDS[name] : undefined;
  return `${asCode(name)} : ${says ?? typeWords(type)}`;
}

function propertyHover({ typeOf }: LiquidContext, before: readonly Word[], name: string): string | undefined {
  const chain = chainBefore(before);
  if (!chain) return undefined;
  const member = membersOf(typeOf(chain)).find((one) => one.name === name);
  const owner = [chain.root, ...chain.path.map((key) => key ?? '[…]')].join('.');
  return member && memberText(owner, member);
}

function parameterHover({ parametersOf }: LiquidContext, snippet: string, name: string): string | undefined {
  const found = parametersOf(snippet).find((one) => one.name === name);
  return (
    found &&
    `${asCode(name)} : paramètre de l’extrait « ${snippet} » (${found.detail})${found.says ? `\n\n${found.says}` : ''}`
  );
}

function quotedHover(context: LiquidContext, name: string): string | undefined {
  const { place, theme, source } = context;
  const { before, tag = '' } = place;
  const folder = before.length === 0 ? TAGS.get(tag)?.names : undefined;
  if (folder === 'snippets')
    return theme.has(`snippets/${name}.liquid`) ? snippetText(theme.known(scopesOf), name) : undefined;
  if (folder === 'sections') return sectionText(theme, name);
  if (before.at(-1)?.text === '[') return propertyHover(context, before.slice(0, -1), name);
  if (!/^["']\s*\|\s*asset_url\b/.test(source.slice(place.to, place.to + 50)) || !theme.has(`assets/${name}`))
    return undefined;
  return `Fichier ${asCode(`assets/${name}`)} du thème.`;
}
