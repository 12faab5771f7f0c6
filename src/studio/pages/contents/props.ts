import type { ListedBlog, TextFilter, TextOrder } from '../../../storage/content-lists.ts';
import type { ListedDeleted } from '../../../storage/deleted-texts.ts';
import type { SiteLink } from '../../frame/props.ts';
import type { ReadOnly } from '../../parts/props.ts';

export type Genre = 'pages' | 'articles' | 'blogs' | 'supprimes';

/** Which texts are listed; the names are those of the address. */
export interface ListQuery {
  readonly genre: Genre;
  readonly q: string;
  readonly tri: TextOrder;
  readonly etat: TextFilter | null;
  /** Id of a blog: its articles only. */
  readonly blog: string | null;
}

/** A page or an article of the list. */
export interface TextRow {
  readonly id: string;
  readonly title: string;
  /** Path on the site. */
  readonly address: string;
  /** The home page is made in « Personnaliser ». */
  readonly isHome: boolean;
  /** Title of the blog of an article. */
  readonly blog: string | null;
  /** What visitors see of the text, first, and what becomes of it. */
  readonly state: readonly string[];
  /** Whether visitors see the text now. */
  readonly isLive: boolean;
  /** Whether the text is shown, or will be by a plan. */
  readonly isPublished: boolean;
  /** Whether something is there to be published. */
  readonly isPublishable: boolean;
  /** ISO 8601; also the version of the text. */
  readonly changedAt: string;
  /** Date of a visible article, in words of the site’s zone. */
  readonly date: string | null;
}

export type BlogRow = ListedBlog;

/** What was deleted, and the words of the day on which it goes for good. */
export interface DeletedRow extends ListedDeleted {
  readonly goes: string;
}

export interface ContentsProps {
  readonly site: SiteLink & {
    readonly id: string;
    /** Scheme, host and port of the public pages. */
    readonly address: string;
  };
  readonly readOnly: ReadOnly | null;
  /** Address of « Personnaliser » of the published theme; null where there is none. */
  readonly customise: string | null;
  readonly query: ListQuery;
  /** Whether the list begins with its first row. */
  readonly isFirst: boolean;
  /** Where the list goes on; null at its end. */
  readonly next: string | null;
  /** Of pages and articles. */
  readonly texts: readonly TextRow[];
  readonly blogs: readonly BlogRow[];
  readonly deleted: readonly DeletedRow[];
}
