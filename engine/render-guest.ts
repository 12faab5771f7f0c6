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
   * @returns the HTML where nothing else is to be said: a string leaves an isolate faster than an object
   */
  render(request: string): string | RenderResult {
    if (!theme || !content) throw new Error('a page was asked for before its theme and content were loaded');
    const result = theme.render(content, JSON.parse(request) as PageRequest);
    const isPlain = result.outcome === 'page' && result.incidents.length === 0 && !result.readsClock;
    return isPlain ? result.html : result;
  },
};

Object.defineProperty(globalThis, 'vitrine', { value: Object.freeze(vitrine) });
