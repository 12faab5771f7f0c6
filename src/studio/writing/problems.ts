import { BLOG_SLUG, isPageSlug } from '../../content/slugs.ts';
import type { TextField } from './store/fields.ts';

/** Why fields are no good, in sentences. */
export type Problems = Readonly<Partial<Record<TextField, string>>>;

export const TAKEN = 'Cette adresse est déjà prise.';

const FORM =
  'Une adresse a des lettres sans accent en minuscules, des chiffres et des tirets, 80 caractères au plus, et commence et finit par une lettre ou un chiffre.';

/** Why no text has such an address, in a sentence; null where one may. @param isHome whether the text is the home page */
export function whyNoAddress(slug: string, isPage: boolean, isHome = false): string | null {
  if (slug === '') return isHome ? null : 'Il faut une adresse.';
  if (!BLOG_SLUG.test(slug)) return FORM;
  return !isPage || isPageSlug(slug) ? null : 'Le site répond déjà lui-même à cette adresse : choisissez-en une autre.';
}

interface Judged {
  readonly titre: string;
  readonly slug: string;
  readonly isPage: boolean;
  readonly isHome: boolean;
}

/** What a text lacks before visitors may see it. */
export function problemsOf({ titre, slug, isPage, isHome }: Judged): Problems {
  const address = whyNoAddress(slug, isPage, isHome);
  return {
    ...(titre.trim() === '' && { titre: 'Il faut un titre pour publier.' }),
    ...(address !== null && { slug: address }),
  };
}
