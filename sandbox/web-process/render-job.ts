import type { PageRequest } from '../../engine/index.ts';
import type { RenderAnswer, Version } from '../messages/protocol.ts';
import type { RenderAttempt } from './render-attempt.ts';

/** A page to render: which resident versions it wants, and what the request adds to them. */
export interface RenderJob {
  readonly theme: Version;
  readonly content: Version;
  readonly request: PageRequest;
  /** Takes what the workers did for this page, in order; left out where nobody asks. */
  readonly attempts?: RenderAttempt[] | undefined;
}

/** What comes of a render. `body` is UTF-8. */
export type RenderOutcome =
  | Exclude<RenderAnswer, { outcome: 'missing' }>
  /** Too many renders wait, or this version is in quarantine. */
  | { readonly outcome: 'refused'; readonly reason: 'busy' | 'quarantined' }
  /** The render took its process down. */
  | { readonly outcome: 'crashed' };
