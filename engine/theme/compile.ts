import { RENDER_OBJECTS, RENDER_TIME_MS, SECTION_DEPTH } from '../limits.ts';
import type { CompiledTheme, PageRequest, RenderResult, SiteContent, ThemeFiles } from '../types.ts';
import { PageRender } from './page-render.ts';
import { Theme } from './theme.ts';

/** Bounds of one render; the specification's by default. */
export interface RenderLimits {
  /** Milliseconds. */
  readonly timeMs: number;
  readonly objects: number;
  readonly sectionDepth: number;
}

const DEFAULT_LIMITS: RenderLimits = {
  timeMs: RENDER_TIME_MS,
  objects: RENDER_OBJECTS,
  sectionDepth: SECTION_DEPTH,
};

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
