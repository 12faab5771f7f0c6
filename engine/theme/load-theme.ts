import { roleOf, SETTINGS_SCHEMA } from '../language/paths.ts';
import { DEFAULT_LIMITS, type RenderLimits } from '../limits.ts';
import type { UnitFactory } from '../runtime/link.ts';
import type { PageRequest, RenderResult, SiteContent, ThemeFiles } from '../types.ts';
import { compileUnit } from './compile-unit.ts';
import { ThemeProgram } from './program.ts';
import { Theme } from './theme.ts';

/** A theme that is ready to render. */
export interface LoadedTheme {
  /** @param holder as of `Page.render` */
  render(content: SiteContent, request: PageRequest, holder?: number): RenderResult;
}

/**
 * Compiles and loads a theme in this very process: for tests, tools and benchmarks. Strangers' themes must run in the sandbox.
 * @param id named in the addresses of its assets
 * @param now a clock, milliseconds
 */
export function loadTheme(
  id: string,
  files: ThemeFiles,
  now: () => number = Date.now,
  limits: Partial<RenderLimits> = {},
): LoadedTheme {
  const units = compileTheme(files).map(({ path, code }) => ({ path, factory: evaluate(code) }));
  const theme = new Theme(id, new ThemeProgram(units, files[SETTINGS_SCHEMA]), files);
  const allLimits = { ...DEFAULT_LIMITS, ...limits };
  return { render: (content, request, holder) => theme.render(content, request, now, allLimits, holder) };
}

/** The code of a theme: a unit for each file that pages are made by. */
export const compileTheme = (files: ThemeFiles): { readonly path: string; readonly code: string }[] =>
  Object.entries(files).flatMap(([path, source]) =>
    roleOf(path) === undefined ? [] : [{ path, code: compileUnit(path, source) }],
  );

const evaluate = (code: string): UnitFactory => new Function(`return ${code}`)();
