/** The entry of an isolate that looks a whole theme over: strangers' files in, diagnostics out. */
import type { ThemeDiagnostic } from './diagnose/codes.ts';
import { diagnose } from './diagnose/diagnose.ts';
import type { ThemeFiles } from './types.ts';

const vitrine = {
  diagnose: (files: ThemeFiles): ThemeDiagnostic[] => diagnose(files),
};

Object.defineProperty(globalThis, 'vitrine', { value: Object.freeze(vitrine) });
