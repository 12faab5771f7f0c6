import type { Random } from '../../../../support/random.ts';

/** The files of the theme when a schedule begins, and two that may be made. */
const LIQUID = ['sections/texte.liquid', 'sections/image.liquid'];
export const JSON_PATH = 'templates/index.json';
export const NEW = ['snippets/un.liquid', 'snippets/deux.liquid'];
export const PATHS = [...LIQUID, JSON_PATH, ...NEW];

const lines = Array.from({ length: 7 }, (_, n) => `ligne ${n}\n`).join('');
const values = { a: 'ligne 0', b: 'ligne 1', c: { a: 'ligne 2', b: 'ligne 3' }, d: 'ligne 4', e: 'ligne 5' };

export const ORIGINAL: ReadonlyMap<string, string> = new Map([
  ...LIQUID.map((path) => [path, lines] as const),
  [JSON_PATH, `${JSON.stringify(values, null, 2)}\n`],
]);

/** Types a word somewhere in a text, or in the place of something; or takes something out. */
export function typed(random: Random, text: string, word: string): string {
  return text.startsWith('{') ? typedInJson(random, text, word) : typedInLines(random, text, word);
}

function typedInLines(random: Random, text: string, word: string): string {
  const all = text.split('\n').slice(0, -1);
  const at = random.integer(0, Math.max(0, all.length - 1));
  const line = all[at] ?? '';
  const deed = random.next();
  if (deed < 0.45) all.splice(at, 1, `${line} ${word}`.trim());
  else if (deed < 0.8) all.splice(at + random.integer(0, 1), 0, word);
  else if (deed < 0.9) all.splice(at, 1, word);
  else all.splice(at, 1);
  return all.map((one) => `${one}\n`).join('');
}

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

/** Takes a word out again. */
export function without(text: string, word: string): string {
  if (!text.startsWith('{')) {
    return text
      .split('\n')
      .flatMap((line) => (line === word ? [] : [line.replace(` ${word}`, '').replace(word, '').trim()]))
      .join('\n');
  }
  const whole = JSON.parse(text) as Record<string, unknown>;
  const inner = (whole.c ?? {}) as Record<string, unknown>;
  for (const target of [whole, inner]) {
    delete target[word];
    for (const [key, value] of Object.entries(target)) if (value === word) target[key] = 'ligne 6';
  }
  return `${JSON.stringify(whole, null, 2)}\n`;
}

/** The words of a text: what stands on a line or in a value. */
export const piecesOf = (text: string): readonly string[] =>
  text.startsWith('{')
    ? [...text.matchAll(/"([^"]*)"/g)].map(([, value = '']) => value)
    : text.split('\n').filter((line) => line !== '');
