import { AnalysisBusy } from '../../sandbox/renderer.ts';
import { analysisBusy, databaseAway, loginBusy, MomentaryRefusal } from '../errors.ts';
import { isOutOfReach } from '../storage/out-of-reach.ts';
import { TurnsTaken } from '../turns.ts';

/** What whoever meets a 503 is asked to wait before the next try. */
export const RETRY_AFTER_SECONDS = '2';

/** The refusal of what will be served when it is asked for again in a while; null for any other error. */
export function momentaryRefusalFor(error: unknown): MomentaryRefusal | null {
  if (error instanceof MomentaryRefusal) return error;
  if (isOutOfReach(error)) return databaseAway();
  if (error instanceof TurnsTaken) return loginBusy();
  return error instanceof AnalysisBusy ? analysisBusy() : null;
}
