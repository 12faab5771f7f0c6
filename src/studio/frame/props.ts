import type { OfflineKind } from '../../storage/offline-sites.ts';

/** A page of the studio that the header leads to. */
export type Place = 'sites' | 'keys' | 'account';

/** A page of a site that its navigation leads to. */
export type SitePlace =
  | 'themes'
  | 'contents'
  | 'menus'
  | 'medias'
  | 'requests'
  | 'redirects'
  | 'settings'
  | 'members'
  | 'domains'
  | 'journal'
  | 'this-site';

export interface SiteLink {
  readonly name: string;
  /** Address of its page in the studio. */
  readonly path: string;
}

/** What pages say of a site. */
export interface SiteFacts extends SiteLink {
  readonly id: string;
  /** Addresses of the public pages of the site. */
  readonly addresses: readonly string[];
  /** Its state and the role of the account, in words. */
  readonly state: string;
  readonly role: string;
  /** Why nothing may be changed there; null where it may. */
  readonly inactivity: string | null;
}

/** Why a site is off. */
export interface Offline {
  /** ISO 8601. */
  readonly since: string;
  /** `isOwners`: an owner of the site has taken it off, no operator. */
  readonly reasons: readonly { readonly kind: OfflineKind; readonly words: string; readonly isOwners: boolean }[];
  /** When a site that its owner has deleted goes for good, ISO 8601; null for every other site. */
  readonly goesAt: string | null;
  /** Address of the page where the reader may bring it back; null for who may not. */
  readonly ownPage: string | null;
}

/** The site that a page is of. */
export interface SiteFrame extends SiteLink {
  /** Null for a site that answers. */
  readonly offline: Offline | null;
  /** Null where the page has no navigation of its site. */
  readonly navigation: SiteNavigation | null;
}

export interface SiteNavigation {
  readonly place: SitePlace;
  /** The name of the theme that visitors see; null where there is none. */
  readonly published: string | null;
  /** Requests that nobody has read; null for who may see none. */
  readonly unread: number | null;
  /** Address of the public pages. */
  readonly address: string;
}

/** What stands around a page. */
export interface FrameProps {
  readonly sites: readonly SiteLink[];
  readonly site: SiteFrame | null;
  readonly place: Place | null;
}

/** The document around a page. */
export interface DocumentProps {
  /** In plain text. */
  readonly title: string;
  readonly nonce: string;
  /** Style sheet of our own. */
  readonly style: string;
  /** Address of its script. */
  readonly script: string;
  /** Id of the account that sees the page. */
  readonly account: string;
  /** What the script begins with, as JSON. */
  readonly state: object;
  /** Attributes of the root element. */
  readonly marks: Readonly<Record<string, string>>;
}
