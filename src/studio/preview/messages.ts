/**
 * What the preview's frame tells the page around it. Theme code runs in the frame and may send anything: the page takes only messages of
 * these shapes that have the token of the bridge, which tells of what a person does and not of what a script does. None of them makes the
 * page do more than show another page of the site or open a file of the theme.
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
