import { timeWords } from './words.ts';

/** A time in words. @param at ISO 8601 */
export const Time = ({ at }: { readonly at: string }) => <time dateTime={at}>{timeWords(at)}</time>;
