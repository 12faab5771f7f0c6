import { DEFAULT_LIMITS, type RenderLimits } from '../limits.ts';
import { budget } from '../runtime/budget.ts';
import { runtime } from '../runtime/index.ts';
import { page, type ThemeProgram } from '../runtime/page.ts';
import type { PageRequest, RenderResult, SiteContent } from '../types.ts';

/** A theme that is ready to render. */
export interface LoadedTheme {
  render(content: SiteContent, request: PageRequest): RenderResult;
}

/** What `compileTheme` emits, evaluated. */
export type ThemeFactory = (helpers: typeof runtime) => ThemeProgram;

/** @param now a clock, milliseconds */
export function loadTheme(factory: ThemeFactory, now: () => number, limits: Partial<RenderLimits> = {}): LoadedTheme {
  const program = factory(runtime);
  const allLimits = { ...DEFAULT_LIMITS, ...limits };
  return {
    render(content, request) {
      budget.begin(now, allLimits);
      return page.render(program, content, request, allLimits.sectionDepth);
    },
  };
}
