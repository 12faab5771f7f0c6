import type { PageRequest } from '../../engine/index.ts';
import type { RenderAnswer, Version } from '../messages/protocol.ts';

/** A page to render: which resident versions it wants, and what the request adds to them. */
export interface RenderJob {
  readonly theme: Version;
  readonly content: Version;
  readonly request: PageRequest;
}

/** What comes of a render. `body` is UTF-8. */
export type RenderOutcome =
  | Exclude<RenderAnswer, { outcome: 'missing' }>
  /** Too many renders wait, or this version is in quarantine. */
  | { readonly outcome: 'refused'; readonly reason: 'busy' | 'quarantined' }
  /** The render took its process down. */
  | { readonly outcome: 'crashed' };
