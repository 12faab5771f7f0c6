/** What runs in an isolate that analyses and compiles strangers' files. */
import { checkFile } from '../../engine/check.ts';
import { compileUnit } from '../../engine/theme/compile-unit.ts';
import type { Diagnostic } from '../../engine/types.ts';

const vitrine = {
  check: (path: string, text: string): Diagnostic | null => checkFile(text, path),
  /** @returns the units of these files, in their order */
  compile: (files: readonly (readonly [path: string, text: string])[]): string[] =>
    files.map(([path, text]) => compileUnit(path, text)),
};

Object.defineProperty(globalThis, 'vitrine', { value: Object.freeze(vitrine) });
