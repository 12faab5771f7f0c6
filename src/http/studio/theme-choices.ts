import { fontFaces } from '../../../engine/fonts/faces.ts';
import { fontFamilies } from '../../../engine/fonts/families.ts';
import { findMenus } from '../../storage/menus.ts';
import type { Queryable } from '../../storage/statement.ts';
import type { ThemePageData } from '../../studio/theme/props.ts';

/** Weight of the face that a family is shown with. */
const SPECIMEN_WEIGHT = 400;

/** What settings of a theme may name on its site: menus, and the families of fonts. */
export async function themeChoices(db: Queryable, siteId: string): Promise<Pick<ThemePageData, 'menus' | 'polices'>> {
  const found = await findMenus(db, siteId);
  return {
    menus: Object.entries(found?.menus ?? {}).map(([cle, entries]) => ({
      cle,
      titres: entries.map(({ titre }) => titre),
    })),
    polices: Object.entries(fontFamilies()).map(([id, { name, fallback }]) => ({
      id,
      nom: name,
      pile: fallback,
      adresse:
        fontFaces(id).find(({ weight, subset }) => weight === SPECIMEN_WEIGHT && subset === 'latin')?.address ?? '',
    })),
  };
}
