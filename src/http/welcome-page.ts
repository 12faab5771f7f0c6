import type { Storefront } from './catalogue/catalogue-routes.ts';
import type { PublicPage } from './public-pages.ts';
import { pictureOf } from './studio/theme-picture.ts';

/** Themes whose pictures stand beside the title, the largest first; themes without a picture are passed over. */
const SHOWN_FIRST: readonly string[] = ['origo', 'vela', 'piazza'];

const LEAD =
  'vitrine sert des sites dont le thème est à vous, fichier par fichier. Chaque page est rendue au moment où on la demande : ce que ' +
  'vous enregistrez est en ligne à la requête suivante.';

/** The platform's home page for visitors who are not signed in. @param store address of the public storefront */
export function welcomePage(storefront: Storefront, store: string): PublicPage {
  const names = new Map(storefront.themes.map(({ id, metadata }) => [id as string, metadata.nom]));
  const first = SHOWN_FIRST.flatMap((id) => pictureOf(storefront, id) ?? []);
  const themes = storefront.pictures.flatMap(({ themeId }) => {
    const picture = pictureOf(storefront, themeId);
    return picture ? [{ id: themeId, name: names.get(themeId) ?? themeId, picture }] : [];
  });
  return { title: 'vitrine', description: LEAD, view: 'welcome', props: { lead: LEAD, store, first, themes } };
}
