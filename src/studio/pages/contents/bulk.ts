import { ApiRefusal, BUSY_MS, Unreachable } from '../../api/client.ts';

/** How often a text is tried for which the service was too busy. */
const TRIES = 5;

interface BulkWay<Text> {
  /** Does it to one text. A second time after a lost answer changes nothing. */
  readonly work: (text: Text) => Promise<void>;
  /** A text is done, or refused with what was thrown. */
  readonly onDone: (text: Text, refusal: unknown) => void;
  /** Ends it after the text that is under way. */
  readonly stopping: AbortSignal;
  /** Waits, milliseconds. */
  readonly pause: (ms: number) => Promise<void>;
}

/**
 * Does something to one text after the other. A refusal is of its text alone; where the session has ended or nothing answers, the others are
 * left as they are.
 * @returns what ended it before the last text; null where nothing did, or the person
 */
export async function forEachText<Text>(
  texts: readonly Text[],
  { work, onDone, stopping, pause }: BulkWay<Text>,
): Promise<Error | null> {
  for (const text of texts) {
    if (stopping.aborted) return null;
    for (let tries = 1; ; tries++) {
      try {
        await work(text);
        onDone(text, null);
        break;
      } catch (error) {
        if (error instanceof Unreachable) return error;
        if (error instanceof ApiRefusal && error.isSignedOut) return error;
        if (error instanceof ApiRefusal && error.isMomentary) {
          if (tries === TRIES) return error;
          await pause(BUSY_MS);
          if (stopping.aborted) return null;
          continue;
        }
        onDone(text, error);
        break;
      }
    }
  }
  return null;
}
