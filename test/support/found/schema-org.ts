import { ACTIVITIES } from '../../../src/text/activities.ts';

/** What the structured data of pages may hold: types of schema.org, their properties, and those that Google asks for. */

type Judge = (value: unknown, origin: string) => boolean;

const text: Judge = (value) => typeof value === 'string' && value.trim() !== '';
const anyUrl: Judge = (value) => typeof value === 'string' && /^https?:\/\/[^/\s]+/.test(value) && URL.canParse(value);
/** An address of the site itself. */
const ownUrl: Judge = (value, origin) => anyUrl(value, origin) && String(value).startsWith(`${origin}/`);
const instant: Judge = (value) =>
  typeof value === 'string' &&
  /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z$/.test(value) &&
  !Number.isNaN(Date.parse(value));
const day: Judge = (value) =>
  typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value) && !Number.isNaN(Date.parse(value));
const hour: Judge = (value) => typeof value === 'string' && /^(?:[01]\d|2[0-3]):[0-5]\d$/.test(value);
const mail: Judge = (value) => typeof value === 'string' && /^[^@\s]+@[^@\s]+\.[^@\s]+$/.test(value);
const telephone: Judge = (value) => typeof value === 'string' && /^\+?[\d ()./-]+$/.test(value);
const weekDay: Judge = (value) =>
  /^https:\/\/schema\.org\/(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day$/.test(String(value));
const rank: Judge = (value) => Number.isInteger(value) && Number(value) >= 1;
const language: Judge = (value) => value === 'fr';
/** Another node, whole or by its `@id`; `faultsIn` looks into it. */
const node: Judge = (value) => typeof value === 'object' && value !== null && !Array.isArray(value);
const listOf =
  (judge: Judge): Judge =>
  (value, origin) =>
    Array.isArray(value) && value.length > 0 && value.every((one) => judge(one, origin));

const THING = { url: ownUrl, name: text, description: text, image: anyUrl };
const AGENT = { ...THING, telephone, email: mail, address: node, sameAs: listOf(anyUrl) };
const HOURS = { openingHoursSpecification: listOf(node), specialOpeningHoursSpecification: listOf(node) };
const PAGE = { ...THING, inLanguage: language, isPartOf: node };

interface Shape {
  readonly has: Readonly<Record<string, Judge>>;
  readonly needs: readonly string[];
}

const SHAPES: Readonly<Record<string, Shape>> = {
  WebSite: { has: { ...THING, inLanguage: language, publisher: node }, needs: ['name', 'url', 'publisher'] },
  ...Object.fromEntries(
    ACTIVITIES.map(({ type, isLocal }): [string, Shape] => [
      type,
      // Google asks a local business for its name and address.
      isLocal
        ? { has: { ...AGENT, ...HOURS }, needs: ['name', 'url', 'address'] }
        : { has: AGENT, needs: ['name', 'url'] },
    ]),
  ),
  PostalAddress: {
    has: { streetAddress: text, postalCode: text, addressLocality: text, addressCountry: text },
    needs: [],
  },
  OpeningHoursSpecification: {
    has: { dayOfWeek: weekDay, opens: hour, closes: hour, validFrom: day, validThrough: day },
    needs: ['opens', 'closes'],
  },
  WebPage: { has: { ...PAGE, primaryImageOfPage: node }, needs: ['name', 'url', 'isPartOf'] },
  ImageObject: { has: { url: anyUrl }, needs: ['url'] },
  CollectionPage: { has: { ...PAGE, publisher: node }, needs: ['name', 'url', 'isPartOf'] },
  Blog: { has: { ...PAGE, publisher: node }, needs: ['name'] },
  BlogPosting: {
    has: {
      ...{
        url: ownUrl,
        mainEntityOfPage: ownUrl,
        headline: text,
        description: text,
        image: anyUrl,
        inLanguage: language,
      },
      ...{ datePublished: instant, dateModified: instant, author: node, publisher: node, isPartOf: node },
    },
    needs: ['headline', 'datePublished', 'dateModified', 'author', 'publisher', 'mainEntityOfPage', 'url'],
  },
  BreadcrumbList: { has: { itemListElement: listOf(node) }, needs: ['itemListElement'] },
  ListItem: { has: { position: rank, name: text, item: ownUrl }, needs: ['position', 'name', 'item'] },
};

export type DataNode = Readonly<Record<string, unknown>>;

const isNode = (value: unknown): value is DataNode =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The nodes of the blocks of a page. @throws Error for a block that is no JSON, or has another form */
export function nodesIn(blocks: readonly string[]): DataNode[] {
  return blocks.flatMap((block) => {
    const { '@context': context, '@graph': graph, ...rest } = JSON.parse(block);
    if (context !== 'https://schema.org' || !Array.isArray(graph) || Object.keys(rest).length > 0)
      throw new Error(`this is no block of a page: ${block.slice(0, 200)}`);
    return graph;
  });
}

/** What is wrong with the structured data of a page. @param origin of the site */
export function faultsIn(nodes: readonly DataNode[], origin: string): string[] {
  const known = new Set(nodes.map((one) => one['@id']));
  return nodes.flatMap((one) => faultsOf(one, origin, known));
}

function faultsOf(one: DataNode, origin: string, known: ReadonlySet<unknown>): string[] {
  const { '@type': type, '@id': id, ...properties } = one;
  if (id !== undefined && !ownUrl(id, origin)) return [`@id is ${id}`];
  if (type === undefined) {
    const isKnown = Object.keys(properties).length === 0 && known.has(id);
    return isKnown ? [] : [`nothing on the page is ${JSON.stringify(one)}`];
  }
  const shape = SHAPES[String(type)];
  if (!shape) return [`no type ${type}`];
  const missing = shape.needs.filter((name) => properties[name] === undefined);
  const wrong = Object.entries(properties).filter(([name, value]) => !shape.has[name]?.(value, origin));
  return [
    ...missing.map((name) => `${type} has no ${name}`),
    ...wrong.map(([name, value]) => `${type}.${name} is ${JSON.stringify(value)}`),
    ...Object.values(properties)
      .flat()
      .filter(isNode)
      .flatMap((inner) => faultsOf(inner, origin, known)),
  ];
}
