import type { Stack } from './stack.ts';
import { type Attribute, type Branch, type Element, joinFates, type Tag } from './tags.ts';

/** What a text is read as where a path stands. */
export type Mode =
  | 'data'
  | 'name'
  | 'attributes'
  | 'attribute'
  | 'equals'
  | 'value'
  | 'quoted'
  | 'unquoted'
  | 'comment'
  | 'declaration'
  | 'raw';

/** A tag that is being read. */
export interface OpenTag {
  readonly start: number;
  readonly isEnd: boolean;
  readonly name: string;
  readonly isDynamic: boolean;
  readonly attributes: readonly Attribute[];
  readonly hasUnknown: boolean;
}

/** An attribute that is being read. */
export interface OpenAttribute {
  readonly start: number;
  readonly name: string;
  readonly isDynamic: boolean;
  readonly nameEnd: number;
  readonly value: string | undefined;
  readonly valueStart: number;
  readonly isComputed: boolean;
  readonly quote: string;
  /** A `>` stands in the value. */
  readonly hasEnd: boolean;
  readonly branch: Branch;
}

/** Elements that the end of another one has ended. */
export interface Dropped {
  readonly element: Element;
  /** The end tag, or the start tag that ends a paragraph or an item. */
  readonly by: Tag;
  /** The element that an end tag was for. */
  readonly outer: Element | undefined;
}

/** One of the ways that a page may take through a file. */
export interface Path {
  mode: Mode;
  stack: Stack | null;
  tag: OpenTag | undefined;
  attribute: OpenAttribute | undefined;
  /** Where a comment, a declaration or a text begins. */
  since: number;
  /** The element that a text is in. */
  raw: string;
  dropped: readonly Dropped[];
}

/** The way at the beginning of a file. */
export const beginning = (): Path => ({
  mode: 'data',
  stack: null,
  tag: undefined,
  attribute: undefined,
  since: 0,
  raw: '',
  dropped: [],
});

/** Whether what comes next means the same on both. */
export const agree = (one: Path, two: Path): boolean =>
  one.mode === two.mode &&
  (one.stack?.id ?? 0) === (two.stack?.id ?? 0) &&
  one.raw === two.raw &&
  one.tag?.start === two.tag?.start &&
  one.tag?.name === two.tag?.name &&
  one.tag?.isEnd === two.tag?.isEnd &&
  one.attribute?.quote === two.attribute?.quote &&
  (one.attribute === undefined) === (two.attribute === undefined);

/** Makes one way of two that agree. */
export function join(one: Path, two: Path): void {
  for (let [a, b] = [one.stack, two.stack]; a && b && a !== b; [a, b] = [a.below, b.below])
    joinFates(a.element, b.element);
  const [a, b] = [one.tag, two.tag];
  if (a && b && a !== b) {
    const known = new Set(a.attributes);
    const attributes = [...a.attributes, ...b.attributes.filter((attribute) => !known.has(attribute))];
    one.tag = { ...a, attributes, hasUnknown: a.hasUnknown || b.hasUnknown };
  }
  if (one.attribute && two.attribute && one.attribute !== two.attribute) {
    one.attribute = {
      ...one.attribute,
      isComputed: true,
      isDynamic: one.attribute.isDynamic || two.attribute.isDynamic,
    };
  }
  if (one.dropped.length === 0) one.dropped = two.dropped;
}
