/** Names of people, sites and themes, as others are shown them. Pure: browsers load this too. */
import { escapeHtml } from './escape.ts';

/** A visible character: no blank, no control character, no mark that only changes its neighbours or their direction. */
const SEEN = /[^\s\p{Z}\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\p{Mn}\p{Me}\u2800]/u;

/** Whether a name has a visible character. */
export const isSeen = (name: string): boolean => SEEN.test(name);

/** Says why a name is refused. */
export const UNSEEN_NAME =
  'Ce nom ne se verrait pas : il n’a que des caractères invisibles, ou qui changent le sens de la lecture.';

/** Says why a name is refused. */
export const CONTROL_IN_NAME =
  'Un nom tient sur une ligne, sans caractère de commande : celui-ci a une fin de ligne, une tabulation ou un autre.';

/** Whether a name has a control character, as the end of a line is one. */
export const hasControl = (name: string): boolean => /\p{Cc}/u.test(name);

/** Why nothing may have this name, in a sentence; null when something may. Its length is judged elsewhere. */
export const nameFault = (name: string): string | null =>
  isSeen(name) ? (hasControl(name) ? CONTROL_IN_NAME : null) : UNSEEN_NAME;

/** Characters that may reverse the direction of the text around them. */
const TURNS = /[\p{Bidi_Control}\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefe\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/** A name; a fixed phrase for a name without visible characters. The caller isolates it by an element or by marks. */
export const shownName = (name: string): string => (isSeen(name) ? enclosed(name) : 'Sans nom visible');

/** A name as an element that isolates its direction. */
export const nameHtml = (name: string): string => `<bdi>${escapeHtml(shownName(name))}</bdi>`;

/** A name for sentences, titles and attributes: where it needs them, between marks that isolate its direction. */
export const isolated = (name: string): string =>
  TURNS.test(name) && isSeen(name) ? `\u2068${shownName(name)}\u2069` : shownName(name);

/** A dot, a colon, a slash or an @, in all the forms that an address may have, between two characters that are not blank. */
const JOINT = /(?<=\S)([.:/@\u2024\u3002\ufe13\ufe52\ufe55\ufe6b\uff0e\uff0f\uff1a\uff20\uff61])(?=\S)/gu;

/** A text that somebody has typed, as no program for mail makes a link of it: a blank follows each sign that an address is joined by. */
export const unlinked = (text: string): string => text.replace(JOINT, '$1 ');

const END = '\u2069';

/** A name without the marks that would end its isolation. */
function enclosed(name: string): string {
  let open = 0;
  return name.replace(/[\u2066-\u2069]/g, (mark) => {
    if (mark !== END) open++;
    else if (open-- === 0) {
      open = 0;
      return '';
    }
    return mark;
  });
}
