import { SOURCE_UNITS } from '../limits.ts';
import type { Diagnostic } from '../types.ts';
import { type BlankedSource, blankOpaqueBodies } from './blanks.ts';
import { findJsonMistake } from './json.ts';
import { createLanguage, describeError, parseTemplates } from './liquid.ts';
import { positionAt } from './position.ts';

/**
 * Judges the syntax of a file before it is stored (specification, Syntax checks on write).
 * @param chemin its path, which says what it is: `.json`, `.liquid`; other files are not analysed
 * @param contenu UTF-16 text
 * @returns null when its syntax is right, else the first mistake
 */
export function checkFile(chemin: string, contenu: string): Diagnostic | null {
  if (contenu.length > SOURCE_UNITS) return { message: `le fichier dépasse ${SOURCE_UNITS} caractères` };
  if (chemin.endsWith('.json')) return checkJson(contenu, contenu, 0);
  if (!chemin.endsWith('.liquid')) return null;
  return checkLiquid(chemin, contenu);
}

function checkJson(json: string, whole: string, offset: number): Diagnostic | null {
  const mistake = findJsonMistake(json);
  if (!mistake) return null;
  const { message } = mistake;
  return mistake.offset === undefined ? { message } : { message, ...positionAt(whole, offset + mistake.offset) };
}

function checkLiquid(chemin: string, contenu: string): Diagnostic | null {
  const blanked = blankOpaqueBodies(contenu);
  if (blanked.unclosed) {
    const { tag, offset } = blanked.unclosed;
    return { message: `tag {% ${tag} %} not closed`, ...positionAt(contenu, offset) };
  }
  try {
    parseTemplates(createLanguage({ themeId: '', snippet: () => undefined, renderSection: () => '' }), blanked, chemin);
  } catch (error) {
    const { message, ligne, colonne } = describeError(error);
    return ligne === undefined || colonne === undefined ? { message } : { message, ligne, colonne };
  }
  return chemin.startsWith('sections/') ? checkSchema(blanked, contenu) : null;
}

function checkSchema({ bodies }: BlankedSource, contenu: string): Diagnostic | null {
  const [schema, second] = bodies.filter(({ tag }) => tag === 'schema');
  if (second) return { message: 'a section has one schema at most', ...positionAt(contenu, second.offset) };
  return schema ? checkJson(schema.body, contenu, schema.offset) : null;
}
