/**
 * Messages from the preview's frame to the page around it. Theme code runs in the frame and may send anything, so the page takes only
 * messages of these shapes with the bridge's token; the bridge sends them for acts of a person only. The most that a message can do is to
 * show another page of the site or to open a file of the theme.
 */
export type FrameMessage =
  | { readonly vitrine: 'pret' }
  /** Something was pressed in the frame. */
  | { readonly vitrine: 'appui' }
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

/** @returns null for anything that is no message of the bridge */
export function readFrameMessage(data: unknown, token: string): FrameMessage | null {
  if (typeof data !== 'object' || data === null) return null;
  const { vitrine, jeton, adresse, type, cle, y } = data as Record<string, unknown>;
  if (jeton !== token) return null;
  switch (vitrine) {
    case 'pret':
    case 'appui':
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
