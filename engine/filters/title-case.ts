/** Two letters in one character, small and capital: with a capital first only, they are a third character. */
const DIGRAPHS = ['\u01c4\u01c5\u01c6', '\u01c7\u01c8\u01c9', '\u01ca\u01cb\u01cc', '\u01f1\u01f2\u01f3'];

/** The iota below a Greek letter. */
const IOTA = '\u0345';

/** A character as the first one of a word: what Unicode calls its title case. */
export function titleCase(character: string): string {
  const digraph = DIGRAPHS.find((forms) => forms.includes(character));
  if (digraph !== undefined) return digraph.charAt(1);
  const georgian = georgianTitle(character);
  if (georgian !== undefined) return georgian;
  const upper = character.toUpperCase();
  if (character.normalize('NFD').endsWith(IOTA)) return withIotaBelow(upper);
  const [first = '', ...rest] = upper;
  // What begins with a sign without case, such as the apostrophe of an n, keeps the capital after that sign.
  return upper === character || first.toLowerCase() === first ? upper : first + rest.join('').toLowerCase();
}

/** Georgian letters have capitals for whole words only. */
function georgianTitle(character: string): string | undefined {
  const code = character.codePointAt(0) ?? 0;
  if (code >= 0x10d0 && code <= 0x10ff) return character;
  return code >= 0x1c90 && code <= 0x1cbf ? String.fromCodePoint(code - 0xbc0) : undefined;
}

/** Capitals have the iota beside them, title case has it below. */
function withIotaBelow(upper: string): string {
  const title = upper.slice(0, -1) + IOTA;
  return title.length === 2 ? title.normalize('NFC') : title;
}
