import { SETTINGS_DATA, templateNameOf } from '../language/paths.ts';
import { MEDIA_IN_TEXT } from '../pictures/facts.ts';
import type { ThemeFiles } from '../types.ts';
import { sizeElement } from './image.ts';

const isData = (path: string): boolean => path === SETTINGS_DATA || templateNameOf(path) !== undefined;

/** Ids of the files of the library that the data of a theme name. */
export function mediaNamedIn(files: ThemeFiles): string[] {
  const texts = Object.entries(files).flatMap(([path, text]) => (isData(path) ? [text.replaceAll('\\/', '/')] : []));
  return [...new Set(texts.flatMap((text) => [...text.matchAll(MEDIA_IN_TEXT)].map(([, id = '']) => id)))];
}

const PICTURE = /^assets\/.*\.svg$/s;

/** The data of a theme besides its code: values of settings, templates, and of each picture the element that gives its size. */
export function dataOf(files: ThemeFiles): ThemeFiles {
  const data: Record<string, string> = {};
  for (const [path, text] of Object.entries(files)) {
    if (isData(path)) data[path] = text;
    else if (PICTURE.test(path)) data[path] = sizeElement(text);
  }
  return data;
}
