import { DEFAULT_LIMITS, type RenderLimits } from '../limits.ts';
import type { CompiledTheme, PageRequest, RenderResult, SiteContent, ThemeFiles } from '../types.ts';
import { PageRender } from './page-render.ts';
import { Theme } from './theme.ts';

/**
 * Makes a theme ready to render. Nothing in the files can make it throw: what is wrong shows where it is used.
 * @param themeId named in the addresses of its assets
 * @example compileTheme('t', { 'layout/theme.liquid': '{{ content_for_layout }}', 'templates/index.json': '{}' })
 */
export function compileTheme(themeId: string, files: ThemeFiles, limits: Partial<RenderLimits> = {}): CompiledTheme {
  let page: PageRender | undefined;
  const theme = new Theme(themeId, files, (type) => page?.fixedSection(type) ?? '');
  return {
    render(content: SiteContent, request: PageRequest): RenderResult {
      page = new PageRender(theme, content, request, { ...DEFAULT_LIMITS, ...limits });
      try {
        return page.result();
      } finally {
        page = undefined;
      }
    },
  };
}
