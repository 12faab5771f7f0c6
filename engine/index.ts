/**
 * The face of the engine: Liquid in, JavaScript and then HTML out.
 *
 * The engine is pure: no Node API, no I/O. Inside an isolate it is reached through the
 * files of `sandbox/isolate/`.
 */
export { checkFile, checkTemplate } from './check.ts';
export {
  type CompiledTemplate,
  compileTemplate,
  LiquidError,
  type TemplateOptions,
} from './compiler/compile-template.ts';
export type { CheckSettings } from './diagnose/check-settings.ts';
export type { DiagnosticCode, Gravity, ThemeDiagnostic } from './diagnose/codes.ts';
export { diagnose } from './diagnose/diagnose.ts';
export type { ProfileFrame } from './profile/frame.ts';
export { compileTheme, type LoadedTheme, loadTheme } from './theme/load-theme.ts';
export type * from './types.ts';
