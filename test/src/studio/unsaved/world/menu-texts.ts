import { MENU_LEVELS, type MenuItem, readMenu, writeMenu } from '../../../../../src/merge/menu-tree.ts';
import type { Random } from '../../../../support/random.ts';
import type { Texts } from './texts.ts';

interface Growing extends MenuItem {
  titre: string;
  url: string;
  enfants: Growing[];
}

const grown = (text: string): Growing[] => (readMenu(text) ?? []) as Growing[];
const heading = (titre: string, enfants: Growing[] = []): Growing => ({ titre, url: '/a', enfants });

interface Level {
  readonly items: Growing[];
  /** From 1 on. */
  readonly level: number;
}

const levelsIn = (items: Growing[], level = 1): readonly Level[] => [
  { items, level },
  ...items.flatMap(({ enfants }) => levelsIn(enfants, level + 1)),
];
const heightOf = ({ enfants }: Growing): number => 1 + Math.max(0, ...enfants.map(heightOf));

const HOSTILE = ['<img src=x onerror=alert(1)>', '__proto__', '\u202e', '</script>'];
const UNSTORABLE = ['\0', '\udfff'];

const original = new Map([
  [
    'principal',
    writeMenu([heading('ligne 0', [heading('ligne 1'), heading('ligne 2')]), heading('ligne 3'), heading('ligne 4')]),
  ],
  ['pied', writeMenu([heading('ligne 5'), heading('ligne 6')])],
  ['annexe', '[]'],
]);

/** The menus of a site. */
export const MENU_TEXTS: Texts = {
  paths: [...original.keys()],
  fresh: [],
  original,
  typed: (random, _, text, word) => changed(random, text, word),
  hostile: (random, _, text, word) => writeMenu([...grown(text), heading(`${random.oneOf(HOSTILE)} ${word}`)]),
  spoiled: (random, _, text) => {
    const items = grown(text);
    const entry = items[0];
    if (entry) entry.titre += random.oneOf(UNSTORABLE);
    return writeMenu(items);
  },
  mended: (text) => {
    const items = grown(text);
    for (const { items: level } of levelsIn(items))
      for (const entry of level)
        entry.titre = UNSTORABLE.reduce((left, sign) => left.replaceAll(sign, ''), entry.titre);
    return writeMenu(items);
  },
  without: (_, text, word) => {
    const items = grown(text);
    for (const { items: level } of levelsIn(items)) {
      for (const entry of [...level]) {
        if (entry.titre === word) level.splice(level.indexOf(entry), 1, ...entry.enfants);
        entry.titre = entry.titre.replace(word, '').trim();
        if (entry.url.includes(word)) entry.url = '/a';
      }
    }
    return writeMenu(items);
  },
  piecesOf: (_, text) =>
    levelsIn(grown(text)).flatMap(({ items }) =>
      items.flatMap(({ titre, url }) => [HOSTILE.reduce((rest, one) => rest.replace(one, ''), titre), url.slice(1)]),
    ),
};

/** An entry more or less, in another place, or with another title or target. */
function changed(random: Random, text: string, word: string): string {
  const items = grown(text);
  const levels = levelsIn(items).filter(({ level }) => level <= MENU_LEVELS);
  const full = levels.filter((one) => one.items.length > 0);
  const deed = full.length === 0 ? 0 : random.next();
  if (deed < 0.35) {
    const { items: level } = random.oneOf(levels);
    level.splice(random.integer(0, level.length), 0, { ...heading(word), url: random.oneOf(['/a', '/b', '#']) });
    return writeMenu(items);
  }
  const { items: level } = random.oneOf(full);
  const at = random.integer(0, level.length - 1);
  const entry = level[at] as Growing;
  if (deed < 0.55) entry.titre = `${entry.titre} ${word}`;
  else if (deed < 0.62) entry.titre = word;
  else if (deed < 0.7) entry.url = `/${word}`;
  else {
    level.splice(at, 1);
    if (deed < 0.78) return writeMenu(items);
    const room = levelsIn(items).filter((one) => one.level + heightOf(entry) - 1 <= MENU_LEVELS);
    const { items: to } = random.oneOf(room);
    to.splice(random.integer(0, to.length), 0, entry);
  }
  return writeMenu(items);
}
