import { Renderer } from '../../../sandbox/index.ts';

/** Themes that a worker keeps warm: the versions of one theme. */
const THEME_CACHE = 2;

/** The platform's sandbox in its smallest form, for one person's theme on their own machine. */
export function startOfflineRenderer(): Promise<Renderer> {
  // The sandbox logs for operators; an author gets the result of each page.
  return Renderer.start({ workers: 1, themeCache: THEME_CACHE, log: { warn: () => undefined } });
}
