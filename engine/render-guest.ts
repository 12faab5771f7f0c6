/** The entry of an isolate that renders: the runtime for one theme's program, in a bare V8 context. */
import { type LoadedTheme, loadTheme, type ThemeFactory } from './theme/load.ts';
import type { PageRequest, RenderResult, SiteContent } from './types.ts';

let theme: LoadedTheme | undefined;
let content: SiteContent | undefined;

const vitrine = {
  /** Called by the script that holds the theme's program. */
  load(factory: ThemeFactory): void {
    theme = loadTheme(factory, Date.now);
  },
  /** @param values the site's content, as JSON */
  setContent(values: string): void {
    content = JSON.parse(values);
  },
  /**
   * @param request as JSON
   * @returns an object always: a string of its own would leave the isolate as one that only a full collection frees, 15 ms every
   * 1,600 pages, where one inside an object is gone with the next scavenge, half a millisecond
   */
  render(request: string): RenderResult {
    if (!theme || !content) throw new Error('a page was asked for before its theme and content were loaded');
    return theme.render(content, JSON.parse(request) as PageRequest);
  },
};

Object.defineProperty(globalThis, 'vitrine', { value: Object.freeze(vitrine) });
