import { readFile } from 'node:fs/promises';

/** What depends on the machine in a file that operators copy, and what stands there on this one. */
export type Replacements = readonly (readonly [pattern: RegExp, replacement: string])[];

/** @returns the file's text for this machine. @throws where the file has nothing like a pattern: it and its tests have parted */
export async function adaptedFile(file: URL, replacements: Replacements): Promise<string> {
  return replacements.reduce(
    (adapted, [pattern, replacement]) => {
      if (adapted.search(pattern) === -1) throw new Error(`${file.pathname} has nothing like ${pattern}`);
      return adapted.replace(pattern, replacement);
    },
    await readFile(file, 'utf8'),
  );
}
