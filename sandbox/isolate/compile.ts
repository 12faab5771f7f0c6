/** What runs in an isolate that analyses and compiles strangers' files. */
import { checkFile } from '../../engine/check.ts';
import { compileUnit } from '../../engine/theme/compile-unit.ts';
import type { Diagnostic } from '../../engine/types.ts';

const vitrine = {
  check: (chemin: string, contenu: string): Diagnostic | null => checkFile(contenu, chemin),
  /** @returns the units of these files, in their order */
  compile: (files: readonly (readonly [chemin: string, contenu: string])[]): string[] =>
    files.map(([chemin, contenu]) => compileUnit(chemin, contenu)),
};

Object.defineProperty(globalThis, 'vitrine', { value: Object.freeze(vitrine) });
