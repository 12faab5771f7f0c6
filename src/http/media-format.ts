import type { PictureKind } from '../../engine/pictures/facts.ts';
import type { Format } from '../../engine/pictures/variants.ts';

export const FORMAT_TYPES: Readonly<Record<Format, string>> = {
  avif: 'image/avif',
  webp: 'image/webp',
  jpg: 'image/jpeg',
  png: 'image/png',
};

interface Question {
  /** The header `Accept`. */
  readonly accept: string | undefined;
  readonly kind: PictureKind;
  /** Of the file as it was uploaded. */
  readonly type: string;
  /** Whether the AVIF of the variant is there. */
  readonly hasAvif: boolean;
}

interface Choice {
  readonly format: Format;
  /** Whether AVIF would be better, and is not there. */
  readonly wishesAvif: boolean;
}

/**
 * The format in which a variant is sent where its address names none. What moves is a WebP, for AVIF would hold one picture of it. For a browser that
 * takes no WebP: JPEG of what can have no transparency, PNG of the rest.
 */
export function chooseFormat({ accept = '', kind, type, hasAvif }: Question): Choice {
  const takesAvif = kind === 'photo' && takes(accept, 'image/avif');
  if (takesAvif && hasAvif) return { format: 'avif', wishesAvif: false };
  const format = takes(accept, 'image/webp') ? 'webp' : type === 'image/jpeg' ? 'jpg' : 'png';
  return { format, wishesAvif: takesAvif };
}

/** Whether the header names a type, and not to refuse it. `*` names none: programs that take "everything" often know no new format. */
function takes(accept: string, type: string): boolean {
  return accept.split(',').some((part) => {
    const [named = '', ...parameters] = part.split(';').map((text) => text.trim().toLowerCase());
    return named === type && !parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter));
  });
}
