import type { Random } from '../../../../support/random.ts';
import { partsWithout, type Texts, typedInParts } from './texts.ts';

/** The files of the theme when a schedule begins, and two that may be made. */
const LIQUID = ['sections/texte.liquid', 'sections/image.liquid'];
export const JSON_PATH = 'templates/index.json';
const FRESH = ['snippets/un.liquid', 'snippets/deux.liquid'];

const linesOf = (text: string): readonly string[] => text.split('\n').slice(0, -1);
const joined = (lines: readonly string[]): string => lines.map((line) => `${line}\n`).join('');

const lines = joined(Array.from({ length: 7 }, (_, n) => `ligne ${n}`));
const values = { a: 'ligne 0', b: 'ligne 1', c: { a: 'ligne 2', b: 'ligne 3' }, d: 'ligne 4', e: 'ligne 5' };

export const THEME_TEXTS: Texts = {
  paths: [...LIQUID, JSON_PATH, ...FRESH],
  fresh: FRESH,
  original: new Map([
    ...LIQUID.map((path) => [path, lines] as const),
    [JSON_PATH, `${JSON.stringify(values, null, 2)}\n`],
  ]),
  typed: (random, path, text, word) =>
    isJson(path) ? typedInJson(random, text || '{}', word) : joined(typedInParts(random, linesOf(text), word)),
  without: (path, text, word) => (isJson(path) ? withoutInJson(text, word) : joined(partsWithout(linesOf(text), word))),
  piecesOf: (path, text) =>
    isJson(path)
      ? [...text.matchAll(/"([^"]*)"/g)].map(([, value = '']) => value)
      : text.split('\n').filter((line) => line !== ''),
};

const isJson = (path: string): boolean => path.endsWith('.json');

function typedInJson(random: Random, text: string, word: string): string {
  const whole = JSON.parse(text) as Record<string, unknown>;
  const inner = whole.c as Record<string, unknown> | undefined;
  const target = inner && random.chance(0.4) ? inner : whole;
  const keys = Object.keys(target).filter((key) => typeof target[key] === 'string');
  const deed = random.next();
  if (deed < 0.3 || keys.length === 0) target[word] = 'ligne 6';
  else if (deed < 0.9) target[random.oneOf(keys)] = word;
  else delete target[random.oneOf(keys)];
  return `${JSON.stringify(whole, null, 2)}\n`;
}

function withoutInJson(text: string, word: string): string {
  const whole = JSON.parse(text) as Record<string, unknown>;
  const inner = (whole.c ?? {}) as Record<string, unknown>;
  for (const target of [whole, inner]) {
    delete target[word];
    for (const [key, value] of Object.entries(target)) if (value === word) target[key] = 'ligne 6';
  }
  return `${JSON.stringify(whole, null, 2)}\n`;
}
