/** Where in the text of a JSON file something stands. */
import { findNodeAtLocation, type Node, parseTree } from 'jsonc-parser';
import type { z } from 'zod';

/** From 1 on, as editors count; columns in UTF-16 code units. */
export interface JsonPlace {
  readonly ligne: number;
  readonly colonne: number;
}

type Steps = readonly (string | number)[];

/** The place of a value, or of the last value above that is there. */
export function placeInJson(text: string, path: Steps): JsonPlace {
  return placeOfOffset(text, nearest(treeOf(text), path)?.offset ?? 0);
}

/** The place of what a schema refuses; of an unknown key the place of the key, and not of its value. */
export function placeOfIssue(issue: z.core.$ZodIssue, text: string): JsonPlace {
  const node = nearest(treeOf(text), pathOf(issue));
  return placeOfOffset(text, (issue.code === 'unrecognized_keys' ? node?.parent?.offset : node?.offset) ?? 0);
}

/** What a schema refuses as a sentence. @param whole what the file is called */
export const sentenceOfIssue = (issue: z.core.$ZodIssue, whole: string): string =>
  `${pathOf(issue).join('.') || whole} : ${issue.message}`;

const pathOf = (issue: z.core.$ZodIssue): (string | number)[] => {
  const unknownKey = issue.code === 'unrecognized_keys' ? issue.keys.slice(0, 1) : [];
  return [...issue.path, ...unknownKey].filter((step) => typeof step !== 'symbol');
};

/** The library recurses: a text that is nested too deep for it has no places. */
function treeOf(text: string): Node | undefined {
  try {
    return parseTree(text);
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

function nearest(tree: Node | undefined, path: Steps): Node | undefined {
  let node = tree && findNodeAtLocation(tree, [...path]);
  for (let depth = path.length - 1; tree && !node && depth >= 0; depth--) {
    node = findNodeAtLocation(tree, path.slice(0, depth));
  }
  return node;
}

function placeOfOffset(text: string, offset: number): JsonPlace {
  const before = text.slice(0, offset);
  return { ligne: before.split('\n').length, colonne: offset - before.lastIndexOf('\n') };
}
