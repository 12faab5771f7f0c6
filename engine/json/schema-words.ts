/** Types of the entries of a schema that are words between its settings, for who fills them in. */
const WORDS: ReadonlySet<unknown> = new Set(['header', 'paragraph']);

/** Whether an entry of this type is a heading or a text: it has no value, whatever stands in it besides. */
export const isWords = (type: unknown): boolean => WORDS.has(type);
