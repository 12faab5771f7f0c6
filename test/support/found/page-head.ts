import { type DefaultTreeAdapterTypes, html, parse } from 'parse5';

type Element = DefaultTreeAdapterTypes.Element;

/** What search engines, networks and Lighthouse read of a page. */
export interface ReadPage {
  readonly lang: string | undefined;
  readonly titles: readonly string[];
  /** Contents by `name` or `property`. */
  readonly metas: ReadonlyMap<string, readonly string[]>;
  /** Addresses of `<link>` by `rel`. */
  readonly links: ReadonlyMap<string, readonly string[]>;
  /** Bodies of `<script type="application/ld+json">`. */
  readonly data: readonly string[];
  /** Scripts and elements of the head that are none of a head's: what broke out of it. */
  readonly strays: readonly string[];
  readonly anchors: readonly { readonly href: string | undefined; readonly text: string }[];
  readonly imagesWithoutAlt: number;
  /** Addresses of the links that are marked as the present page. */
  readonly currents: readonly (string | undefined)[];
}

const HEAD_TAGS = new Set(['meta', 'link', 'title', 'style', 'script']);

/** Reads a page as a browser does. */
export function readPage(source: string): ReadPage {
  const elements = [...elementsIn(parse(source))];
  const named = (tag: string) => elements.filter(({ tagName }) => tagName === tag);
  const grouped = (tag: string, keys: readonly string[], value: string) => {
    const pairs = named(tag).flatMap((element) => {
      const key = keys.map((name) => attribute(element, name)).find((found) => found !== undefined);
      return key === undefined ? [] : [[key, attribute(element, value) ?? ''] as const];
    });
    return new Map([...Map.groupBy(pairs, ([key]) => key)].map(([key, all]) => [key, all.map(([, text]) => text)]));
  };
  const scripts = named('script');
  const isData = (script: Element) => attribute(script, 'type') === 'application/ld+json';
  const head = named('head')[0]?.childNodes.filter((node): node is Element => 'tagName' in node) ?? [];
  return {
    lang: attribute(named('html')[0], 'lang'),
    titles: named('title')
      .filter(({ namespaceURI }) => namespaceURI === html.NS.HTML)
      .map(textOf),
    metas: grouped('meta', ['name', 'property'], 'content'),
    links: grouped('link', ['rel'], 'href'),
    data: scripts.filter(isData).map(textOf),
    strays: [
      ...head.filter(({ tagName }) => !HEAD_TAGS.has(tagName)).map(({ tagName }) => tagName),
      ...scripts.filter((script) => !isData(script) && attribute(script, 'nonce') === undefined).map(textOf),
    ],
    anchors: named('a').map((anchor) => ({
      href: attribute(anchor, 'href'),
      text: `${textOf(anchor)}${attribute(anchor, 'aria-label') ?? ''}${[...elementsIn(anchor)].map((one) => attribute(one, 'alt') ?? '').join('')}`.trim(),
    })),
    imagesWithoutAlt: named('img').filter((image) => attribute(image, 'alt') === undefined).length,
    currents: named('a')
      .filter((anchor) => attribute(anchor, 'aria-current') === 'page')
      .map((anchor) => attribute(anchor, 'href')),
  };
}

function* elementsIn(node: DefaultTreeAdapterTypes.ParentNode): Generator<Element> {
  for (const child of node.childNodes) {
    if (!('tagName' in child)) continue;
    yield child;
    yield* elementsIn(child);
  }
}

const attribute = (element: Element | undefined, name: string): string | undefined =>
  element?.attrs.find((one) => one.name === name)?.value;

const textOf = (node: DefaultTreeAdapterTypes.ParentNode): string =>
  node.childNodes
    .map((child) => ('value' in child ? child.value : 'childNodes' in child ? textOf(child) : ''))
    .join('')
    .trim();
