/** The entry of an isolate that analyses and compiles: strangers' files in, diagnostics and programs out. */
import { checkFile } from './check.ts';
import { compileTheme } from './theme/compile.ts';
import type { Diagnostic, ThemeFiles } from './types.ts';

const vitrine = {
  check: (chemin: string, contenu: string): Diagnostic | null => checkFile(contenu, chemin),
  compile: (themeId: string, files: ThemeFiles): string => compileTheme(files, themeId),
};

Object.defineProperty(globalThis, 'vitrine', { value: Object.freeze(vitrine) });
