/**
 * The door of the engine: Liquid in, JavaScript and then HTML out.
 *
 * The engine is pure: no Node API, no I/O. Inside an isolate it is reached through `compile-guest.ts`,
 * `diagnose-guest.ts` and `render-guest.ts`.
 */
export { checkFile, checkTemplate } from './check.ts';
export {
  type CompiledTemplate,
  compileTemplate,
  LiquidError,
  type TemplateOptions,
} from './compiler/compile-template.ts';
export type { DiagnosticCode, Gravity, ThemeDiagnostic } from './diagnose/codes.ts';
export { diagnose } from './diagnose/diagnose.ts';
export { compileTheme } from './theme/compile.ts';
export { type LoadedTheme, loadTheme, type ThemeFactory } from './theme/load.ts';
export type * from './types.ts';
