import type { MemberSite } from '../../storage/sites.ts';
import type { Theme } from '../../storage/themes.ts';
import type { ReadOnly } from '../parts/props.ts';

/** What kind of text is written. */
export type Genre = 'page' | 'article';

/** What the page of one text begins with. */
export interface WritingProps {
  /** Id of the signed-in account: drafts in the browser are kept for each account. */
  readonly compte: string;
  /** `adresse`: scheme, host and port of the public pages; `chemin`: its page in the studio. */
  readonly site: Pick<MemberSite, 'id' | 'nom'> & { readonly adresse: string; readonly chemin: string };
  readonly genre: Genre;
  readonly id: string;
  /** Whether the text is not stored yet: its first save makes it. */
  readonly isNew: boolean;
  /** Whether the text is deleted, and may be had back. */
  readonly isDeleted: boolean;
  readonly lectureSeule: ReadOnly | null;
  readonly blogs: readonly { readonly id: string; readonly titre: string; readonly slug: string }[];
  /** The blog of a new article; null where the site has none. */
  readonly blog: string | null;
  /** Names of the templates that pages of the published theme may have. */
  readonly gabarits: readonly string[];
  /** Themes in which the text can be looked at, the published one first. */
  readonly themes: readonly Pick<Theme, 'id' | 'nom' | 'role'>[];
  /** The zone in which the site tells times, as IANA names it. */
  readonly zone: string;
  /** Addresses of scripts that are loaded when they are needed. */
  readonly scripts: Readonly<Record<'library' | 'pictures' | 'source' | 'sending', string>>;
  /** Address of « Personnaliser » of the published theme; null where none is published. */
  readonly personnaliser: string | null;
}
