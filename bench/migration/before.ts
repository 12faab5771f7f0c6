import { unpackProgram } from '../../test/support/earlier-program.ts';

/** The last commit whose themes have their texts in their files. */
export const COMMIT = 'e912024';

/**
 * Unpacks the program of before into a folder.
 * @returns its root
 */
export const unpackBefore = (folder: string): Promise<string> => unpackProgram(COMMIT, folder);
