import type { JSONContent } from '@tiptap/core';

/** A block of the document, before it is a node. */
export type Block = JSONContent & { type: string };
