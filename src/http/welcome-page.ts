import { SIGN_UP_PATH } from './account-pages/paths.ts';
import type { Storefront } from './catalogue/catalogue-routes.ts';
import type { PublicPage } from './public-pages.ts';
import { pictureOf } from './studio/theme-picture.ts';

/** Themes whose pictures stand beside the title, the largest first; themes without a picture are passed over. */
const SHOWN_FIRST: readonly string[] = ['origo', 'vela', 'piazza'];

const LEAD =
  'Choisissez un thème fait pour votre métier, mettez-y vos mots et vos photographies : votre site est en ligne, et vous le changez ' +
  'quand vous voulez, sans écrire de code.';

/**
 * The platform's home page for visitors who are not signed in.
 * @param store address of the public storefront
 * @param isSignUpOpen whether everybody may make an account
 */
export function welcomePage(storefront: Storefront, store: string, isSignUpOpen: boolean): PublicPage {
  const names = new Map(storefront.themes.map(({ id, metadata }) => [id as string, metadata.nom]));
  const first = SHOWN_FIRST.flatMap((id) => pictureOf(storefront, id) ?? []);
  const themes = storefront.pictures.flatMap(({ themeId }) => {
    const picture = pictureOf(storefront, themeId);
    return picture ? [{ id: themeId, name: names.get(themeId) ?? themeId, picture }] : [];
  });
  const signUp = isSignUpOpen ? SIGN_UP_PATH : null;
  return { title: 'vitrine', description: LEAD, view: 'welcome', props: { lead: LEAD, store, signUp, first, themes } };
}
