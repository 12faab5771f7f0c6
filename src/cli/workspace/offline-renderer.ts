import { Renderer } from '../../../sandbox/index.ts';

/** Themes that a worker keeps: versions of one. */
const THEME_CACHE = 2;

/** The sandbox of the platform, as small as it gets, for one person's theme on their own machine. */
export function startOfflineRenderer(): Promise<Renderer> {
  // Its log is for operators; an author gets the result of each page.
  return Renderer.start({ workers: 1, themeCache: THEME_CACHE, log: { warn: () => undefined } });
}
