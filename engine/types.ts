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

/** Opening hours of a day, or of each day of an exception. */
export interface OpenHours {
  readonly ferme: boolean;
  /** From an hour to another one, HH:MM; an end before its beginning is on the next day, 24:00 the end of the day. */
  readonly plages: readonly { readonly de: string; readonly a: string }[];
  /** In words: « 9 h – 12 h 30, 14 h – 18 h », « Fermé ». */
  readonly texte: string;
}

/** A day of the week. */
export interface DayHours extends OpenHours {
  /** « Lundi » */
  readonly jour: string;
  /** As schema.org names it: « Monday ». */
  readonly schema: string;
}

/** Days on which the hours of the week do not hold. */
export interface ExceptionalHours extends OpenHours {
  /** « Noël »; may be empty. */
  readonly libelle: string;
  /** First and last day, YYYY-MM-DD. */
  readonly du: string;
  readonly au: string;
  /** In words: « du 24 au 26 décembre 2026 ». */
  readonly dates: string;
}

/** Where a house is; parts that are not said are empty. */
export interface PostalAddress {
  readonly rue: string;
  readonly complement: string;
  readonly code_postal: string;
  readonly ville: string;
  readonly pays: string;
  /** In lines, as on an envelope. */
  readonly texte: string;
}

/** Place of a house in a social network. */
export interface Network {
  readonly id: string;
  /** « Instagram » */
  readonly nom: string;
  /** Begins with `https:`. */
  readonly adresse: string;
}

/** What a site hands to every page; resident in the isolate, replaced when its version changes. */
export interface SiteContent {
  readonly site: {
    readonly nom: string;
    readonly slug: string;
    /** In a sentence or two; empty when its owner has written none. */
    readonly description: string;
    /** Origin of its main address, without a final slash. */
    readonly adresse: string;
    /** What its owner says of the house (src/text/site-facts/); absent where nothing is said. */
    readonly telephone?: string;
    readonly courriel?: string;
    readonly adresse_postale?: PostalAddress;
    /** The days of which something is said, from Monday on. */
    readonly horaires?: readonly DayHours[];
    /** By their first day. */
    readonly exceptions?: readonly ExceptionalHours[];
    readonly reseaux?: readonly Network[];
    /** A type of schema.org. */
    readonly activite?: string;
    /** Address of the picture of shared links. */
    readonly image?: string;
  };
  readonly menus: Readonly<Record<string, readonly MenuEntry[]>>;
  /** Of the library: those that the theme's settings name, and that of shared links. */
  readonly pictures?: Pictures;
}

/** What a page is (`page.genre`). */
export type PageKind = 'accueil' | 'page' | 'blog' | 'article' | 'introuvable';

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
  readonly genre?: PageKind;
  /** Its path, with a query from the second page of a list on: templates read the whole address, which begins with that of the site. Absent for a page that is not found. */
  readonly adresse?: string;
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
  /** When it was changed last; ISO timestamp, UTC. */
  readonly modifie: string;
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
