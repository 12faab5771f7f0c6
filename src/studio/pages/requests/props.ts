import type { RequestCount } from '../../../storage/request-lists.ts';
import type { Filing } from '../../../text/request-words.ts';
import type { SiteLink } from '../../frame/props.ts';
import type { ReadOnly } from '../../parts/props.ts';

/** Which requests are listed. */
export interface RequestsQuery {
  readonly classement: Filing;
  readonly q: string;
  /** Only those that nobody has read. */
  readonly nonLues: boolean;
}

/** What a visitor sent: texts of strangers. */
export interface SentRequest {
  readonly id: string;
  /** When it was received, ISO 8601, and in words of the site’s zone. */
  readonly at: string;
  readonly when: string;
  /** The page that it was sent from. */
  readonly page: string;
  /** In the order of the form. */
  readonly fields: readonly (readonly [name: string, value: string])[];
  readonly isRead: boolean;
  /** Who has sent it, as far as the fields tell. */
  readonly sender: string;
  /** The beginning of the longest text. */
  readonly excerpt: string;
  /** `mailto:` with the address of the visitor; null where none is in the fields. */
  readonly reply: string | null;
}

export interface RequestsProps {
  readonly site: SiteLink & { readonly id: string };
  readonly readOnly: ReadOnly | null;
  /** Whether the member may see none of them. */
  readonly isRefused: boolean;
  readonly query: RequestsQuery;
  readonly counts: Readonly<Record<Filing, RequestCount>>;
  /** The newest first. */
  readonly requests: readonly SentRequest[];
  /** Where the list goes on; null at its end. */
  readonly next: string | null;
  /** Whether the list begins with the newest. */
  readonly isFirst: boolean;
}
