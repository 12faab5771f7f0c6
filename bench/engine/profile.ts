import type { PageRequest, SiteContent, ThemeFiles } from '../../engine/index.ts';
import { RENDER_TIME_MS } from '../../engine/limits.ts';
import { GuestProgram } from '../../sandbox/render-process/isolate.ts';
import { classicScript } from '../../sandbox/web-process/bundle.ts';
import { median } from '../median.ts';

const ROUNDS = 9;

/** What a profile of a page takes in a worker, and what it tells of the page, milliseconds. */
export async function profileCost(
  files: ThemeFiles,
  content: SiteContent,
  request: PageRequest,
): Promise<{ readonly whole: number; readonly page: number; readonly frames: number }> {
  const program = await classicScript(new URL('../../sandbox/isolate/profile.ts', import.meta.url).href);
  const rounds = Array.from({ length: ROUNDS }, () => {
    const began = performance.now();
    const isolate = new GuestProgram(program).takeIsolate();
    isolate.prepareProfile({ themeId: 't', files, request }, () => performance.now());
    isolate.runProfile(content, RENDER_TIME_MS);
    const frames = isolate.profileFrames(RENDER_TIME_MS);
    const whole = performance.now() - began;
    isolate.dispose();
    return { whole, page: frames[0]?.ms ?? 0, frames: frames.length };
  });
  return {
    whole: median(rounds.map(({ whole }) => whole)),
    page: median(rounds.map(({ page }) => page)),
    frames: rounds[0]?.frames ?? 0,
  };
}
