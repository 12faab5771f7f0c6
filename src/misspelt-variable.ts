/** A variable of the environment that was likely meant to be another one. Pure. */
import { slips } from '../engine/text/slips.ts';

/** A shorter name resembles ordinary words (`POST`, `HOSTS`): only two swapped letters count as a slip in it. */
const SHORT_LETTERS = 5;
/** From this length on, two slips still count as a misspelling. */
const LONG_LETTERS = 10;
/** Up to this length a word with two slips is another word: `URL`, `SSL`. */
const SHORT_WORD_LETTERS = 4;

/** Endings with which an English word is the same word in another form: `PROXY`, `PROXIES`; `TRUST`, `TRUSTING`. */
const ENDING = /(?<=.{3})(?:IES|IED|ING|ERS|ES|ED|ER|Y|E|S)$/;
/** In a name of two words the first tells whose variable it is: `DB_URL` and `DATA_URL` are others than `DATABASE_URL`. */
const TELLING_WORDS = 3;

/** Variables that npm sets for its scripts. */
const FOREIGN = /^npm_/;
/** What other programs add to a name: a prefix with the program, a suffix that says that a file has the value. */
const AROUND = /^VITRINE_|_FILE$/g;

export interface Misspelling {
  readonly given: string;
  readonly meant: string;
}

/**
 * @param variables the environment
 * @param known names of the program's own
 * @param addresses names in `known` whose misspelling is told even beside the right one, because it may lead elsewhere
 * @returns the first variable that resembles a name in `known` which is not set, or which it contradicts; null without one
 */
export function findMisspelling(
  variables: Readonly<Record<string, string | undefined>>,
  known: readonly string[],
  addresses: readonly string[],
): Misspelling | null {
  for (const [given, value] of Object.entries(variables)) {
    if (known.includes(given) || FOREIGN.test(given)) continue;
    const leadsElsewhere = (name: string) =>
      addresses.includes(name) && value?.includes('://') && value !== variables[name];
    const mayMean = (name: string) => variables[name] === undefined || leadsElsewhere(name);
    const meant = known.find((name) => mayMean(name) && resembles(given, name));
    if (meant !== undefined) return { given, meant };
  }
  return null;
}

function resembles(name: string, known: string): boolean {
  const [letters, meant] = [lettersOf(name), lettersOf(known)];
  if (meant.length < SHORT_LETTERS) return name.length === known.length && isSwapped(name, known);
  if (name.replaceAll(AROUND, '') === known) return true;
  // Another case, other underscores; other letters in their place; the words or letters in another order.
  if (letters === meant || sorted(letters) === sorted(meant)) return true;
  if (hasOtherWord(wordsOf(name), wordsOf(known))) return true;
  if (slips(letters, meant) > slipsIn(meant, LONG_LETTERS)) return false;
  const [words, meantWords] = [wordsOf(name), wordsOf(known)];
  if (words.length !== meantWords.length) return slips(letters, meant) === 1;
  return meantWords.every((word, place) => slips(words[place] ?? '', word) <= slipsIn(word, SHORT_WORD_LETTERS + 1));
}

/** Whether one word of several is another form of what is meant, or short for it, or is written out. */
function hasOtherWord(words: readonly string[], meantWords: readonly string[]): boolean {
  if (words.length !== meantWords.length || words.length < 2) return false;
  const [other, ...more] = words.flatMap((word, place) => (word === meantWords[place] ? [] : [place]));
  if (other === undefined || more.length > 0) return false;
  const [word = '', meant = ''] = [words[other], meantWords[other]];
  if (word[0] !== meant[0]) return false;
  if (stemOf(word) === stemOf(meant)) return true;
  if (words.length >= TELLING_WORDS) {
    const isNear = meant.length >= SHORT_WORD_LETTERS && slips(word, meant) <= 2;
    return isNear || isShortFor(word, meant, 2) || isShortFor(meant, word, 3);
  }
  return other > 0 && (isShortFor(word, meant, 3) || (meant.length >= 3 && word.startsWith(meant)));
}

/** Whether `short` has some of the letters of `word`, in their order: `DB`, `LVL`. */
function isShortFor(short: string, word: string, fewestLetters: number): boolean {
  if (short.length < fewestLetters || short.length >= word.length) return false;
  let at = 0;
  for (const letter of word) if (letter === short[at]) at++;
  return at === short.length;
}

/** The word without its endings. */
function stemOf(word: string): string {
  const stem = word.replace(ENDING, '');
  return stem === word ? word : stemOf(stem);
}

const wordsOf = (name: string): string[] => name.toUpperCase().split('_');
const lettersOf = (name: string): string => name.toUpperCase().replaceAll(/[^A-Z0-9]/g, '');
const sorted = (letters: string): string => [...letters].sort().join('');
const slipsIn = (letters: string, manyLetters: number): number => (letters.length >= manyLetters ? 2 : 1);
const isSwapped = (name: string, known: string): boolean => slips(name, known) === 1 && sorted(name) === sorted(known);
