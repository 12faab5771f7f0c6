/** Types of the engine's input and output. */
import type { Pictures } from './pictures/facts.ts';

/** Text files of one theme, by path (`chemin` to `contenu`). */
export type ThemeFiles = Readonly<Record<string, string>>;

/** One entry of a menu of the site. */
export interface MenuEntry {
  readonly titre: string;
  readonly url: string;
  readonly enfants?: readonly MenuEntry[];
}

/** What a site hands to every page; resident in the isolate, replaced when its version changes. */
export interface SiteContent {
  readonly site: {
    readonly nom: string;
    readonly slug: string;
    /** In a sentence or two; empty when its owner has written none. */
    readonly description: string;
  };
  readonly menus: Readonly<Record<string, readonly MenuEntry[]>>;
  /** Of the library: those that the theme's settings name. */
  readonly pictures?: Pictures;
}

/** The page as a theme sees it (docs/rules.md, Rule 12). */
export interface Page {
  readonly titre: string;
  /** Last part of the address; empty on the home page. */
  readonly slug: string;
  /** HTML of the page; empty on the home page. */
  readonly contenu: string;
  /** Title for search engines, in place of the whole title of the document; absent without one. */
  readonly seo_titre?: string;
  /** What search engines and shared links say of the page; absent without one. */
  readonly description?: string;
  /** Address of its picture; absent without one. */
  readonly image?: string;
  readonly demande: '' | 'merci' | 'erreur';
  /** When the page was made, milliseconds since 1970: forms send it along. Absent where no visitor is. */
  readonly instant?: number;
}

/** A blog as lists and articles name it (docs/rules.md, Rule 13). */
export interface BlogReference {
  readonly titre: string;
  readonly description: string;
  /** Path of its list. */
  readonly adresse: string;
}

/** An article as lists show it. */
export interface ArticleSummary {
  readonly titre: string;
  readonly extrait: string;
  /** Path of the article. */
  readonly adresse: string;
  /** Address of its picture; empty without one. */
  readonly image: string;
  /** ISO timestamp, UTC. */
  readonly date: string;
  readonly blog: BlogReference;
}

/** The object `article`; exists on the page of an article only (docs/rules.md, Rule 13). */
export interface Article extends ArticleSummary {
  /** HTML whose links are as docs/rules.md, Rule 13 says. */
  readonly contenu: string;
}

/** The object `blog` of a list; exists on lists only (docs/rules.md, Rule 13). */
export interface Blog extends BlogReference {
  /** Path of its Atom feed. */
  readonly flux: string;
  readonly articles: readonly ArticleSummary[];
  /** All blogs of the site. */
  readonly blogs: readonly BlogReference[];
  readonly pagination: Pagination;
}

/** Where a list stands among the pages of the whole list. */
export interface Pagination {
  /** From 1 on. */
  readonly page: number;
  readonly pages: number;
  /** Address of the newer articles; empty on the first page. */
  readonly precedente: string;
  /** Address of the older articles; empty on the last page. */
  readonly suivante: string;
}

/** A block as a section sees it. */
export interface BlockObject {
  readonly id: string;
  readonly type: string;
  readonly settings: Readonly<Record<string, unknown>>;
}

/** The object `section` of a template. */
export interface SectionObject {
  readonly id: string;
  readonly type: string;
  readonly settings: Readonly<Record<string, unknown>>;
  readonly blocks: readonly BlockObject[];
}

/** The part of a page's input that comes with the request. */
export interface PageRequest {
  /** Names of JSON templates without folder and extension; the first that the theme has is rendered. */
  readonly templates: readonly string[];
  readonly page: Page;
  readonly article?: Article;
  readonly blog?: Blog;
  /** Of the library: those of its articles. */
  readonly pictures?: Pictures;
  /** Nonce of this response's Content-Security-Policy. */
  readonly nonce: string;
  /** Whether each section stands between two comments that name it, for the preview of a draft; pages of sites have none. */
  readonly marks?: true;
  /** What templates take for the present, milliseconds since 1970: pages that are compared must agree on it. The clock's time when left out. */
  readonly present?: number;
}

/** An error that one section met; the page goes on with a comment in its place (docs/rules.md, Rule 9). */
export interface Incident {
  readonly chemin: string;
  readonly ligne?: number;
  readonly colonne?: number;
  readonly message: string;
}

/** A limit that ends a whole render. */
export type Limit = 'time' | 'objects' | 'output';

export type RenderResult =
  | {
      readonly outcome: 'page';
      /** All of the page; of a page in pieces its new text, and the text of runs that are new (`SentPage.html`). */
      readonly html: string;
      /** Only of a page in pieces (`SentPage.pieces`). */
      readonly pieces?: readonly number[];
      readonly incidents: readonly Incident[];
      /** Whether its program asked what time it is: the next page of the same content may look different. */
      readonly readsClock: boolean;
    }
  /** None of the templates asked for exists. */
  | { readonly outcome: 'no-template' }
  /** No `layout/theme.liquid`: the theme is ignored (docs/rules.md, Rule 2). */
  | { readonly outcome: 'no-layout' }
  /** A limit of the whole render was exceeded; nothing of the theme may be shown. */
  | { readonly outcome: 'limit'; readonly limit: Limit }
  /** The layout itself failed. */
  | { readonly outcome: 'error'; readonly incident: Incident };

/** Why a file is refused at write; positions are 1-based and count in the whole file. */
export interface Diagnostic {
  readonly ligne?: number;
  readonly colonne?: number;
  /** The analyser's text. */
  readonly message: string;
}
