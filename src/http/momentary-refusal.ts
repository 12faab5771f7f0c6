import { QueueFull } from '../../concurrency/queue-full.ts';
import { AnalysisBusy } from '../../sandbox/index.ts';
import {
  analysisBusy,
  databaseAway,
  databaseSlow,
  loginBusy,
  MomentaryRefusal,
  mediaStoreAway,
  variantNotMade,
} from '../errors.ts';
import { StoreAway } from '../media/store/store-away.ts';
import { NotMade } from '../media/variants.ts';
import { isOutOfReach, isOverdue } from '../storage/out-of-reach.ts';

/** Value of `Retry-After` with a 503. */
export const RETRY_AFTER_SECONDS = '2';

/** The refusal for an error that is only temporary; null for any other error. */
export function momentaryRefusalFor(error: unknown): MomentaryRefusal | null {
  if (error instanceof MomentaryRefusal) return error;
  if (isOutOfReach(error)) return databaseAway();
  if (isOverdue(error)) return databaseSlow();
  if (error instanceof StoreAway) return mediaStoreAway();
  if (error instanceof NotMade) return variantNotMade();
  if (error instanceof QueueFull) return loginBusy();
  return error instanceof AnalysisBusy ? analysisBusy() : null;
}
