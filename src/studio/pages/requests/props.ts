import type { SiteLink } from '../../frame/props.ts';
import type { ReadOnly } from '../../parts/props.ts';

/** What a visitor sent: texts of strangers. */
export interface SentRequest {
  readonly id: string;
  /** When it was received, ISO 8601. */
  readonly at: string;
  /** The page that it was sent from. */
  readonly page: string;
  readonly fields: readonly (readonly [name: string, value: string])[];
}

export interface RequestsProps {
  readonly site: SiteLink & { readonly id: string };
  readonly readOnly: ReadOnly | null;
  /** The newest first. */
  readonly requests: readonly SentRequest[];
  /** Address of the list of older ones; null where there are none. */
  readonly older: string | null;
  /** Address of the list from its beginning; null where this is it. */
  readonly newest: string | null;
}
