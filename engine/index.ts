/**
 * The door of the engine: theme files in, HTML out. What stands behind it may be replaced; callers know only this file.
 *
 * The engine is pure: no Node API, no I/O. Inside an isolate it is reached through `guest.ts`.
 */

export { checkFile } from './language/check.ts';
export { compileTheme } from './theme/compile.ts';
export type * from './types.ts';
