import { hasSettings } from '../language/paths.ts';
import type { ThemeFiles } from '../types.ts';
import { sizeElement } from './image.ts';

const PICTURE = /^assets\/.*\.svg$/s;

/** The data of a theme besides its code: values of settings, templates, and of each picture the element that gives its size. */
export function dataOf(files: ThemeFiles): ThemeFiles {
  const data: Record<string, string> = {};
  for (const [path, text] of Object.entries(files)) {
    if (hasSettings(path)) data[path] = text;
    else if (PICTURE.test(path)) data[path] = sizeElement(text);
  }
  return data;
}
