/** The form of a password. Pure. */

/** A longer text is hashed as it was typed: normalising a text made for that takes the square of its length. UTF-16 code units. */
const NORMALISED_UNITS = 1_024;

/** Length of a password at most, in its normal form, UTF-16 code units: the forms that ask for one take no more. */
export const LONGEST_PASSWORD = 200;

/** One form for letters that keyboards and systems send in several: é as one character, or as e and an accent. */
export const normalised = (text: string): string => (text.length > NORMALISED_UNITS ? text : text.normalize('NFC'));
