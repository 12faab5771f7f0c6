import type { DefaultTreeAdapterTypes } from 'parse5';
import type { Marks } from './blocks.ts';
import { pastedLink } from './links.ts';
import { attributeOf, type Style } from './styles.ts';

const OF_ELEMENTS: Readonly<Record<string, Partial<Marks>>> = {
  b: { strong: true },
  strong: { strong: true },
  em: { em: true },
  i: { em: true },
  cite: { em: true },
  dfn: { em: true },
  var: { em: true },
  u: { u: true },
  s: { s: true },
  strike: { s: true },
  del: { s: true },
  code: { code: true },
  kbd: { code: true },
  samp: { code: true },
  tt: { code: true },
  sup: { script: 'sup' },
  sub: { script: 'sub' },
  // Themes draw these bold by themselves.
  th: { strong: false },
  h1: { strong: false },
  h2: { strong: false },
  h3: { strong: false },
  h4: { strong: false },
  h5: { strong: false },
  h6: { strong: false },
};

/** The least weight that is bold to a reader. */
const BOLD = 600;

function isBold(weight: string): boolean | undefined {
  if (weight === 'bold' || weight === 'bolder') return true;
  if (weight === 'normal' || weight === 'lighter') return false;
  const number = Number.parseInt(weight, 10);
  return Number.isNaN(number) ? undefined : number >= BOLD;
}

function ofStyle(style: Style): Partial<Marks> {
  const strong = isBold(style.get('font-weight') ?? '');
  const slope = style.get('font-style') ?? '';
  const line = `${style.get('text-decoration') ?? ''} ${style.get('text-decoration-line') ?? ''}`;
  const align = style.get('vertical-align');
  return {
    ...(strong !== undefined && { strong }),
    ...(/^(?:italic|oblique)/.test(slope) && { em: true }),
    ...(slope === 'normal' && { em: false }),
    ...(line.includes('underline') && { u: true }),
    ...(line.includes('line-through') && { s: true }),
    ...(align === 'super' && { script: 'sup' as const }),
    ...(align === 'sub' && { script: 'sub' as const }),
  };
}

const IS_HEADING = /^(?:h[1-6]|th)$/;

/** The marks of what stands in an element, where `outer` are those of what stands around it; `isOfPage` as of `pastedLink`. */
export function marksOf(
  element: DefaultTreeAdapterTypes.Element,
  style: Style,
  outer: Marks,
  isOfPage: boolean,
): Marks {
  const { tagName } = element;
  const own = Object.hasOwn(OF_ELEMENTS, tagName) ? OF_ELEMENTS[tagName] : undefined;
  let marks: Marks = own ? { ...outer, ...own } : outer;
  if (style.size > 0) marks = { ...marks, ...ofStyle(style) };
  // A heading is bold by its own style.
  if (IS_HEADING.test(tagName)) marks = { ...marks, strong: false };
  if (tagName === 'a') {
    const href = pastedLink(attributeOf(element, 'href'), isOfPage);
    if (href !== undefined) marks = { ...marks, href };
  }
  // Links are underlined by themselves.
  return marks.href !== '' && marks.u ? { ...marks, u: false } : marks;
}
