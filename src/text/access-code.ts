/** Longest code that visitors of a site may be asked for, characters. Pure: browsers load this too. */
export const ACCESS_CODE_LENGTH = 64;
