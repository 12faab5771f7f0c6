import { parseFile } from './compiler/parser.ts';
import type { Template } from './compiler/template.ts';
import { findJsonMistake } from './document/json-mistake.ts';
import { SOURCE_UNITS } from './limits.ts';
import { positionIn } from './syntax/position.ts';
import type { Diagnostic } from './types.ts';

/**
 * Judges the syntax of a file before it is stored.
 * @param text UTF-16 text
 * @param path its path, which says what it is: `.json`, `.liquid`; other files are not analysed
 * @returns null when its syntax is right, else the first mistake
 */
export function checkFile(text: string, path: string): Diagnostic | null {
  if (text.length > SOURCE_UNITS) return { message: `le fichier dépasse ${SOURCE_UNITS} caractères` };
  if (path.endsWith('.json')) return checkJson(text, text, 0);
  return path.endsWith('.liquid') ? (checkTemplate(text, path)[0] ?? null) : null;
}

/**
 * What is wrong with a template, each mistake in one French sentence with its place in the whole file.
 * @param path its path: a section may have one schema, which is JSON
 */
export function checkTemplate(source: string, path: string): Diagnostic[] {
  const template = parseFile(path, source);
  if ('error' in template) {
    return [{ message: template.error.message, ...positionIn(source, template.error.offset) }];
  }
  const mistake = path.startsWith('sections/') ? checkSchema(template) : null;
  return mistake ? [mistake] : [];
}

function checkSchema({ source, traits }: Template): Diagnostic | null {
  const [schema, second] = traits.schemas;
  if (second) {
    return { message: 'une section a un seul schéma', ...positionIn(source, second.offset) };
  }
  return schema ? checkJson(schema.text, source, schema.offset) : null;
}

function checkJson(json: string, whole: string, offset: number): Diagnostic | null {
  const mistake = findJsonMistake(json);
  if (!mistake) return null;
  const { message } = mistake;
  if (mistake.offset === undefined) return { message };
  return { message, ...positionIn(whole, offset + mistake.offset) };
}
