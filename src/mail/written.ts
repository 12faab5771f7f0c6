import type { Letter } from './layout.ts';

/** What a message that waits has come to, as it is put into words. */
export type Written =
  | {
      readonly kind: 'letter';
      readonly letter: Letter;
      readonly to: readonly string[];
      /** Part of the `Message-ID`. */
      readonly id: string;
      /** Of requests: the time of the last one that is told. */
      readonly told: string | null;
    }
  /** Nothing is sent, and the message goes. `limit` where it was one too many. */
  | { readonly kind: 'nothing'; readonly limit?: 'destinataire' | 'compte' }
  | { readonly kind: 'later'; readonly seconds: number };
