/** What the document has no form for. Who meets such a thing shows the whole block as its HTML. */
export const BEYOND = new Error('The document has no form for this HTML.');

/** Leaves the block to be shown as its HTML. */
export function beyond(): never {
  throw BEYOND;
}
