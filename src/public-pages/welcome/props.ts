import type { Picture } from '../../studio/parts/props.ts';

export interface WelcomeProps {
  readonly lead: string;
  /** Address of the public storefront. */
  readonly store: string;
  /** Where one makes an account; null where nobody may. */
  readonly signUp: string | null;
  /** Pictures beside the title, the largest first. */
  readonly first: readonly Picture[];
  /** Themes of the catalog that have a picture. */
  readonly themes: readonly { readonly id: string; readonly name: string; readonly picture: Picture }[];
}
