import type { ProfileAnswer, ProfileTask } from '../messages/protocol.ts';
import { type GuestIsolate, GuestProgram, IsolateEnded, orLimit } from './isolate.ts';

/**
 * Measures a page in an isolate of its own, which ends with it: nothing of it is kept for pages, and no page has slowed or warmed it.
 *
 * The isolate gets a precise clock, which is a side channel: isolates of pages have one of milliseconds. It may have it, because the theme's
 * code cannot read it, only what we emit around its tags does; no other theme is in the isolate, and nothing of a visitor; and its author
 * gets sums of times at the end, when the isolate is gone and no code can act on them.
 */
export function profile({ program, themeId, files, content, request, timeMs }: ProfileTask): ProfileAnswer {
  const isolate = new GuestProgram(program).takeIsolate();
  try {
    const page = orLimit(() => {
      isolate.prepareProfile(themeId, files, request, preciseNow, timeMs);
      return isolate.runProfile(content, timeMs);
    });
    return { outcome: 'profiled', page, frames: framesOf(isolate, timeMs) };
  } finally {
    isolate.dispose();
  }
}

const preciseNow = (): number => performance.now();

/** Also of a render that V8 has ended for its time; one that has filled its memory leaves nothing. */
function framesOf(isolate: GuestIsolate, timeMs: number): ProfileAnswer['frames'] {
  try {
    return isolate.isDisposed ? [] : isolate.profileFrames(timeMs);
  } catch (error) {
    if (!(error instanceof IsolateEnded)) throw error;
    return [];
  }
}
