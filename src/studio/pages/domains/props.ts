import type { SiteLink } from '../../frame/props.ts';
import type { ReadOnly } from '../../parts/props.ts';

/** A name of the site, or one that it claims. */
export interface DomainName {
  /** As browsers send it. */
  readonly host: string;
  /** In letters. */
  readonly name: string;
  /** The name that was bought, of which this one is all or a part; in letters. */
  readonly zone: string;
  /** What is written before the zone; empty where the name is the zone itself. */
  readonly before: string;
}

/** The TXT record that proves a name. `short`: its name without the zone. */
export interface ProofRecord {
  readonly name: string;
  readonly short: string;
  readonly value: string;
}

export interface OwnDomain extends DomainName {
  readonly isMain: boolean;
  /** When the site has proven that the name is its own, ISO 8601; null for a name that an operator gave. */
  readonly provenAt: string | null;
  /** When a proxy last asked whether the name may have a certificate, ISO 8601; null where none has. */
  readonly certificateAt: string | null;
  /** The record that keeps the name, and until when, ISO 8601: another site proves the name, and this record is gone. Only for owners. */
  readonly lost: { readonly record: ProofRecord; readonly freeAt: string } | null;
}

export interface Claim extends DomainName {
  readonly record: ProofRecord;
  /** ISO 8601. */
  readonly expiresAt: string;
}

export interface DomainsProps {
  readonly site: SiteLink & { readonly id: string };
  /** Host of the site under the domain of the sites. */
  readonly own: string;
  readonly domains: readonly OwnDomain[];
  /** Only for who may change them. */
  readonly claims: readonly Claim[];
  /** Whether visitors reach sites by https. */
  readonly isHttps: boolean;
  /** Whether the reader owns the site. */
  readonly isOwner: boolean;
  /** Why nothing may be changed; null where it may. */
  readonly readOnly: ReadOnly | null;
}
