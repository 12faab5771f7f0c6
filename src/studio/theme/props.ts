import type { MemberSite } from '../../storage/sites.ts';
import type { Theme } from '../../storage/themes.ts';
import type { themePaths } from '../../text/theme-paths.ts';
import type { ReadOnly } from '../parts/props.ts';

/** What the pages of a theme begin with. */
export interface ThemePageData {
  /** Id of the signed-in account: drafts in the browser are kept for each account. */
  readonly compte: string;
  readonly site: Pick<MemberSite, 'id' | 'slug' | 'nom' | 'role'> & { readonly adresse: string };
  readonly theme: Pick<Theme, 'id' | 'nom' | 'role' | 'version' | 'origine'>;
  /** Whether this account may write to the theme; else why not. */
  readonly lectureSeule: ReadOnly | null;
  /** Pages, lists and articles of the site that the preview can show. */
  readonly pages: readonly { readonly titre: string; readonly adresse: string }[];
  /** Menus of the site by key, with the titles of their entries. */
  readonly menus: readonly { readonly cle: string; readonly titres: readonly string[] }[];
  /** Families that a `font_picker` may hold, each with its stack of fonts and the address of a specimen's face. */
  readonly polices: readonly {
    readonly id: string;
    readonly nom: string;
    readonly pile: string;
    readonly adresse: string;
  }[];
  /** Addresses of scripts that are loaded when they are needed: the library as a window, and what writes its pictures into a preview. */
  readonly scripts: { readonly library: string; readonly pictures: string };
  /** Addresses of this theme's pages in the studio, and of its site's. */
  readonly adresses: ReturnType<typeof themePaths> & { readonly site: string };
}
