/** What the program has; in the package of the client `absent.ts` stands in place of this file. */
export const HAS_PREVIEW: boolean = true;
