import { RENDER_TIME_MS } from '../../engine/limits.ts';
import { PROFILE_REPORT_MS } from '../limits.ts';
import type { ProfileAnswer, ProfiledPage, ProfileTask } from '../messages/protocol.ts';
import { type GuestIsolate, GuestProgram, IsolateEnded } from './isolate.ts';

/**
 * Measures a page in an isolate of its own, which ends with it: nothing of it is kept for pages, and no page has slowed or warmed it.
 *
 * The isolate gets a precise clock, which is a side channel: isolates of pages have one of milliseconds. It may have it, because the theme's
 * code cannot read it, only what we emit around its tags does; no other theme is in the isolate, and nothing of a visitor; and its author
 * gets sums of times at the end, when the isolate is gone and no code can act on them.
 */
export function profile({ program, themeId, files, content, request }: ProfileTask): ProfileAnswer {
  const isolate = new GuestProgram(program).takeIsolate();
  try {
    const page = orLimit(() => {
      isolate.prepareProfile(themeId, files, request, preciseNow);
      return isolate.runProfile(content, RENDER_TIME_MS);
    });
    return { outcome: 'profiled', page, frames: framesOf(isolate) };
  } finally {
    isolate.dispose();
  }
}

const preciseNow = (): number => performance.now();

/** Also of a render that V8 has ended for its time; one that has filled its memory leaves nothing. */
function framesOf(isolate: GuestIsolate): ProfileAnswer['frames'] {
  try {
    return isolate.isDisposed ? [] : isolate.profileFrames(PROFILE_REPORT_MS);
  } catch (error) {
    if (!(error instanceof IsolateEnded)) throw error;
    return [];
  }
}

function orLimit(use: () => ProfiledPage): ProfiledPage {
  try {
    return use();
  } catch (error) {
    if (!(error instanceof IsolateEnded)) throw error;
    return { outcome: 'limit', limit: error.limit };
  }
}
