import type { StoredText } from './document-store.ts';

/** One text of a document, as a page has it. */
export interface Part {
  /** Null for a text that is to be removed, or that there is not. */
  readonly text: string | null;
  /** The stored text that the person saw before the first change; null where there was none. */
  readonly base: StoredText | null;
  /** Fingerprints of what was sent to be stored since `base`, null for a removal: the answer may have been lost. */
  readonly sent: readonly (string | null)[];
  /** What is stored now, where it does not go together with the text: a person must choose. Null for no text. */
  readonly contested?: StoredText | null;
}

/** A text that is as it is stored. */
export const stored = (base: StoredText | null): Part => ({ text: base?.text ?? null, base, sent: [] });

/** Whether the person has a text that is not the stored one. */
export const isChanged = ({ text, base }: Part): boolean => text !== (base?.text ?? null);

/** Whether nothing would be lost if the part were forgotten. */
export const isSettled = (part: Part): boolean => !isChanged(part) && part.sent.length === 0;

export const fingerprint = (file: { readonly empreinte: string } | null | undefined): string | null =>
  file?.empreinte ?? null;
