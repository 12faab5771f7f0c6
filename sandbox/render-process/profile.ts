import type { ProfileAnswer, ProfileTask } from '../messages/protocol.ts';
import { type GuestIsolate, GuestProgram, IsolateEnded, orLimit } from './isolate.ts';

/**
 * Measures a page in a new isolate, which ends with the page: other pages have neither slowed nor warmed the isolate.
 *
 * The isolate has a precise clock, which would be a side channel in an isolate of pages. Here the clock does no harm: only code that we emit around the
 * theme's tags reads it; the isolate has no other theme and nothing of a visitor; the author gets sums of times after the isolate has ended.
 */
export function profile(task: ProfileTask): ProfileAnswer {
  const { program, content, timeMs } = task;
  const isolate = new GuestProgram(program).takeIsolate();
  try {
    const page = orLimit(() => {
      isolate.prepareProfile(task, preciseNow);
      return isolate.runProfile(content, timeMs);
    });
    return { outcome: 'profiled', page, frames: framesOf(isolate, timeMs) };
  } finally {
    isolate.dispose();
  }
}

const preciseNow = (): number => performance.now();

/** What was measured; nothing of a render that has filled the isolate's memory. */
function framesOf(isolate: GuestIsolate, timeMs: number): ProfileAnswer['frames'] {
  try {
    return isolate.isDisposed ? [] : isolate.profileFrames(timeMs);
  } catch (error) {
    if (!(error instanceof IsolateEnded)) throw error;
    return [];
  }
}
