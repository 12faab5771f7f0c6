import { Renderer } from '../../../sandbox/renderer.ts';

/** Themes that a worker keeps: versions of one. */
const THEME_CACHE = 2;

/** The sandbox of the platform, as small as it gets, for one person's theme on their own machine. */
export function startOfflineRenderer(): Promise<Renderer> {
  // What it would tell an operator is no news to an author, who is told what became of the page.
  return Renderer.start({ workers: 1, themeCache: THEME_CACHE, log: { warn: () => undefined } });
}
