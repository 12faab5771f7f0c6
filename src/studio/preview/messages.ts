/**
 * What the preview's frame tells the page around it. Theme code runs in the frame and may send anything: the page takes only messages of
 * these shapes, and none of them makes it do more than show another page of the site or open a file of the theme.
 */
export type FrameMessage =
  | { readonly vitrine: 'pret' }
  | { readonly vitrine: 'naviguer'; readonly adresse: string }
  | { readonly vitrine: 'section'; readonly type: string; readonly cle: string }
  | { readonly vitrine: 'defilement'; readonly y: number };

/** What the page tells the frame. */
export type PageMessage =
  | { readonly vitrine: 'defiler'; readonly y: number }
  | { readonly vitrine: 'montrer'; readonly cle: string };

/** Longest address and name that are taken from the frame, UTF-16 code units. */
const ADDRESS_UNITS = 2_000;
const NAME_UNITS = 500;

/** @returns null for anything that is no message of the frame */
export function readFrameMessage(data: unknown): FrameMessage | null {
  if (typeof data !== 'object' || data === null) return null;
  const { vitrine, adresse, type, cle, y } = data as Record<string, unknown>;
  switch (vitrine) {
    case 'pret':
      return { vitrine };
    case 'naviguer':
      return isShort(adresse, ADDRESS_UNITS) && /^\/(?!\/)/.test(adresse) ? { vitrine, adresse } : null;
    case 'section':
      return isShort(type, NAME_UNITS) && isShort(cle, NAME_UNITS) ? { vitrine, type, cle } : null;
    case 'defilement':
      return typeof y === 'number' && Number.isFinite(y) ? { vitrine, y } : null;
    default:
      return null;
  }
}

const isShort = (text: unknown, units: number): text is string => typeof text === 'string' && text.length <= units;
