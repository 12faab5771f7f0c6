import type { Node } from 'jsonc-parser';
import { KEY_WORDS, type KeyOwner } from '../language/words/settings.ts';
import type { ValueOffer } from './setting-offers.ts';
import type { CompletionKind } from './types.ts';

/** A key that may stand in an object. */
export interface KeyOffer {
  readonly key: string;
  readonly kind: Extract<CompletionKind, 'key' | 'setting' | 'file'>;
  readonly detail?: string;
  /** Markdown. */
  readonly says?: string;
  /** Its value to begin with, as JSON; `|` is where the cursor then stands. */
  readonly begins: string;
}

export interface OfferedValue extends ValueOffer {
  readonly kind: 'value' | 'file' | 'key';
  /** Markdown. */
  readonly says?: string;
}

/** What may stand at a place of JSON: the keys of an object, or values. */
export interface Shape {
  readonly keys?: () => readonly KeyOffer[];
  readonly values?: () => readonly OfferedValue[];
  /** What may stand under a key, or in a list at a position. @param node what stands at this shape's own place */
  readonly at?: (step: string | number, node: Node | undefined) => Shape | undefined;
}

/** The value of a key in an object that may be broken. */
export function childOf(node: Node | undefined, key: string | number): Node | undefined {
  if (typeof key === 'number') return node?.type === 'array' ? node.children?.[key] : undefined;
  const entry =
    node?.type === 'object' ? node.children?.findLast(({ children }) => children?.[0]?.value === key) : undefined;
  return entry?.children?.[1];
}

/** What a text says; undefined for another value. */
export const wordOf = (node: Node | undefined): string | undefined =>
  node?.type === 'string' ? node.value : undefined;

/** Keys of an object. */
export const keysOf = (node: Node | undefined): readonly string[] =>
  node?.type === 'object' ? (node.children ?? []).flatMap(({ children }) => wordOf(children?.[0]) ?? []) : [];

export const TEXT = '"|"';
export const LIST = '[|]';
export const OBJECT = '{|}';

/** The keys that an owner may have, with their words. @param begins the value of each offered key, as in `KeyOffer.begins`; others are left out */
export const keysFrom = (owner: KeyOwner, begins: Readonly<Record<string, string>>): readonly KeyOffer[] =>
  Object.entries(KEY_WORDS[owner]).flatMap(([key, says]) =>
    begins[key] === undefined ? [] : [{ key, kind: 'key' as const, says, begins: begins[key] }],
  );

/** An object of known keys. */
export const object = (
  keys: readonly KeyOffer[],
  under: Readonly<Record<string, (node: Node | undefined) => Shape>> = {},
): Shape => ({
  keys: () => keys,
  at: (step, node) => (Object.hasOwn(under, step) ? under[step]?.(node) : undefined),
});

/** A list whose items have one shape. */
export const listOf = (item: (node: Node | undefined) => Shape): Shape => ({
  at: (step, node) => (typeof step === 'number' ? item(childOf(node, step)) : undefined),
});

/** An object whose keys are the author's own. */
export const anyKey = (shape: (node: Node | undefined) => Shape): Shape => ({
  at: (step, node) => shape(childOf(node, step)),
});

/** One of some values. */
export const oneOf = (values: () => readonly ValueOffer[], kind: OfferedValue['kind'] = 'value'): Shape => ({
  values: () => values().map((offer) => ({ ...offer, kind })),
});

export const TRUTH = oneOf(() => [{ value: true }, { value: false }]);
