import { readLiquid } from '../../../engine/document/liquid-document.ts';
import type { LiquidDocument, TagNode } from '../../../engine/document/nodes.ts';
import { expressionsOf, lookupsIn, nodesIn, pipedOf, saidBy } from '../../../engine/document/walk.ts';
import { positionIn } from '../../../engine/syntax/position.ts';
import type { ThemeFiles } from '../../../engine/types.ts';
import type { Random } from '../../support/random.ts';

/** A change of one file that an author might make by mistake. */
export interface Mistake {
  readonly kind: string;
  readonly path: string;
  /** The lines, 1-based, at which a person looks for it. */
  readonly lines: readonly number[];
  readonly before: string;
  readonly after: string;
  /** The file with the mistake. */
  readonly source: string;
}

interface Edit {
  readonly from: number;
  readonly to: number;
  readonly text: string;
  /** A further place where the mistake may be told, an offset in the file as it was. */
  readonly also?: number;
}

type Maker = (source: string, document: LiquidDocument, random: Random) => readonly Edit[];

const pick = <T>(list: readonly T[], random: Random): T | undefined => list[Math.floor(random.next() * list.length)];

/** A name as a hurried hand writes it: a letter left out, doubled, swapped with the next one, or taken for a neighbour. */
function misspelt(name: string, random: Random): string {
  const at = 1 + Math.floor(random.next() * Math.max(1, name.length - 2));
  const slip = Math.floor(random.next() * 4);
  if (slip === 0 && name.length > 3) return name.slice(0, at) + name.slice(at + 1);
  if (slip === 1) return name.slice(0, at) + name.charAt(at) + name.slice(at);
  if (slip === 2 && name.charAt(at) !== name.charAt(at + 1) && at + 1 < name.length) {
    return name.slice(0, at) + name.charAt(at + 1) + name.charAt(at) + name.slice(at + 2);
  }
  const letter = 'aeiourstln'.charAt(Math.floor(random.next() * 10));
  return name.slice(0, at) + (letter === name.charAt(at) ? 'z' : letter) + name.slice(at + 1);
}

const allSaid = ({ nodes }: LiquidDocument) => [...nodesIn(nodes)].flatMap(saidBy);
const lookups = (document: LiquidDocument) =>
  allSaid(document)
    .flatMap(expressionsOf)
    .flatMap((expression) => [...lookupsIn(expression)]);
const tags = ({ nodes }: LiquidDocument): TagNode[] =>
  [...nodesIn(nodes)].flatMap((node) => (node.kind === 'tag' ? [node] : []));

const respelt = (from: number, name: string, random: Random): Edit => ({
  from,
  to: from + name.length,
  text: misspelt(name, random),
});

const LIQUID: Readonly<Record<string, Maker>> = {
  'misspelt object': (_source, document, random) =>
    lookups(document).flatMap(({ root, offset }) => (typeof root === 'string' ? [respelt(offset, root, random)] : [])),
  'misspelt property': (_source, document, random) =>
    lookups(document).flatMap(({ root, path }) => {
      const [first] = path;
      const isNamed = first && 'key' in first && root !== 'settings' && root !== 'menus';
      return isNamed ? [respelt(first.offset, first.key, random)] : [];
    }),
  'misspelt setting': (_source, document, random) =>
    lookups(document).flatMap(({ root, path }) => {
      const [first, second] = path;
      const id = root === 'settings' ? first : first && 'key' in first && first.key === 'settings' ? second : undefined;
      return id && 'key' in id ? [respelt(id.offset, id.key, random)] : [];
    }),
  'misspelt filter': (_source, document, random) =>
    allSaid(document)
      .flatMap((one) => pipedOf(one)?.filters ?? [])
      .map(({ name, offset }) => respelt(offset, name, random)),
  'misspelt tag': (source, document, random) =>
    tags(document)
      .filter(({ name }) => name.length > 1)
      .map(({ name, start }) => respelt(source.indexOf(name, start), name, random)),
  'misspelt snippet': (_source, document, random) =>
    allSaid(document).flatMap((one) => {
      const name = one.kind === 'call' && one.file.kind === 'literal' ? one.file : undefined;
      return name?.place ? [respelt(name.place.offset + 1, String(name.value), random)] : [];
    }),
  'misspelt parameter': (_source, document, random) =>
    allSaid(document).flatMap((one) =>
      one.kind === 'call' ? one.passed.map(({ name }) => respelt(name.offset, name.text, random)) : [],
    ),
  'dropped parameter': (source, document) =>
    tags(document).flatMap(({ meaning, markup }) => {
      if (meaning?.kind !== 'call') return [];
      return meaning.passed.map(({ name }, index) => {
        const next = meaning.passed[index + 1];
        const comma = source.lastIndexOf(',', name.offset);
        const end = next ? source.lastIndexOf(',', next.name.offset) : markup.offset + markup.text.trimEnd().length;
        return { from: Math.min(comma, name.offset), to: end, text: '', also: markup.offset };
      });
    }),
  'misspelt asset': (_source, document, random) =>
    allSaid(document).flatMap((one) => {
      const piped = pipedOf(one);
      const isAsset = piped?.filters[0]?.name === 'asset_url' && piped.value.kind === 'literal';
      const place = isAsset && piped.value.kind === 'literal' ? piped.value.place : undefined;
      return place && piped?.value.kind === 'literal'
        ? [respelt(place.offset + 1, String(piped.value.value), random)]
        : [];
    }),
  'removed end of a block': (_source, document) =>
    tags(document).flatMap(({ close, start, raw }) =>
      close && !raw ? [{ from: close.start, to: close.end, text: '', also: start }] : [],
    ),
  'removed end of an element': (source, { nodes }) =>
    [...nodesIn(nodes)].flatMap((node) => {
      if (node.kind !== 'text') return [];
      const found = [
        ...source.slice(node.start, node.end).matchAll(/<\/(div|section|ul|a|article|header|nav|form|h2|figure)>/g),
      ];
      return found.map((match) => {
        const from = node.start + match.index;
        return { from, to: from + match[0].length, text: '', also: openingOf(source, from, match[1] ?? '') };
      });
    }),
  'removed braces': (source, document) =>
    [...nodesIn(document.nodes)].flatMap((node) =>
      node.kind === 'text' ||
      source.slice(node.end - 2, node.end).includes('\n') ||
      !/^\{[{%]/.test(source.slice(node.start))
        ? []
        : [{ from: node.end - 1, to: node.end, text: '' }],
    ),
  'dropped nonce': (source) =>
    [...source.matchAll(/ nonce="\{\{-? ?nonce[^"]*"/g)].map(({ index, 0: found }) => ({
      from: index,
      to: index + found.length,
      text: '',
    })),
  'bounds turned': (source) =>
    [...source.matchAll(/"min": *(-?[\d.]+)(.{1,40}?)"max": *(-?[\d.]+)/gs)].map((match) => ({
      from: match.index,
      to: match.index + match[0].length,
      text: `"min": ${match[3]}${match[2]}"max": ${match[1]}`,
    })),
  'unfit default': (source) =>
    [...source.matchAll(/"type": *"(?:range|checkbox|select|color)"[^{}]*?"default": *("[^"]*"|[\w.-]+)/g)].map(
      (match) => {
        const to = match.index + match[0].length;
        return { from: to - (match[1]?.length ?? 0), to, text: '"n’importe quoi"' };
      },
    ),
  'setting declared twice': (_source, document) =>
    document.traits.schemas.flatMap(({ text, offset }) => {
      const ids = [...text.matchAll(/"id": *"(\w+)"/g)];
      return ids.slice(1, 2).flatMap((match) => {
        const from = offset + match.index + match[0].length - (match[1]?.length ?? 0) - 1;
        return [
          { from, to: from + (match[1]?.length ?? 0), text: ids[0]?.[1] ?? '', also: offset + (ids[0]?.index ?? 0) },
        ];
      });
    }),
};

/** The element that an end belongs to, as far as a search backwards tells. */
function openingOf(source: string, end: number, name: string): number {
  let depth = 0;
  const found = [...source.slice(0, end).matchAll(new RegExp(`<(/?)${name}(?=[\\s>])`, 'g'))].reverse();
  for (const match of found) {
    depth += match[1] ? 1 : -1;
    if (depth < 0) return match.index;
  }
  return end;
}

const JSON_FILES: Readonly<Record<string, (source: string, path: string, random: Random) => readonly Edit[]>> = {
  'misspelt type': (source, path, random) =>
    path.startsWith('templates/') ? named(source, /"type": *"([\w-]+)"/g, random) : [],
  'misspelt setting type': (source, path, random) =>
    path.endsWith('settings_schema.json') ? named(source, /"type": *"(?!header|paragraph)([\w-]+)"/g, random) : [],
  'misspelt key of a value': (source, path, random) =>
    path.startsWith('templates/')
      ? named(source, /"(\w{4,})": *"/g, random).filter(({ from }) => !/^(type|name)"/.test(source.slice(from)))
      : [],
  'misspelt order': (source, path, random) => {
    const order = path.startsWith('templates/') ? source.lastIndexOf('"order"') : -1;
    return order === -1
      ? []
      : named(source.slice(order + 7), /"([\w-]+)"/g, random).map((edit) => ({
          ...edit,
          from: edit.from + order + 7,
          to: edit.to + order + 7,
        }));
  },
  'dropped comma': (source) =>
    [...source.matchAll(/,(?=\n)/g)].map(({ index }) => ({
      from: index,
      to: index + 1,
      text: '',
      also: nextLine(source, index),
    })),
};

const nextLine = (source: string, at: number): number => source.indexOf('\n', at) + 1;

const named = (source: string, pattern: RegExp, random: Random): Edit[] =>
  [...source.matchAll(pattern)].map((match) => {
    const name = match[1] ?? '';
    return respelt(match.index + match[0].indexOf(name), name, random);
  });

/** @returns about as many mistakes as are asked for, spread over the kinds, each in a file of the theme as it was */
export function mistakesIn(files: ThemeFiles, count: number, random: Random): Mistake[] {
  const kinds = [
    ...Object.entries(LIQUID).map(([kind, maker]) => [kind, ofLiquid(maker)] as const),
    ...Object.entries(JSON_FILES).map(([kind, maker]) => [kind, ofJson(maker)] as const),
  ];
  const made: Mistake[] = [];
  for (let turn = 0; made.length < count && turn < count * 4; turn++) {
    const [kind, maker] = kinds[turn % kinds.length] ?? kinds[0] ?? [];
    const all =
      kind && maker
        ? Object.entries(files).flatMap(([path, source]) =>
            maker(path, source, random).map((edit) => ({ path, source, edit })),
          )
        : [];
    const chosen = pick(
      all.filter(({ source, edit }) => source.slice(edit.from, edit.to) !== edit.text),
      random,
    );
    if (kind && chosen) made.push(mistake(kind, chosen.path, chosen.source, chosen.edit));
  }
  return made;
}

const ofLiquid = (maker: Maker) => (path: string, source: string, random: Random) =>
  path.endsWith('.liquid') ? maker(source, readLiquid(path, source), random) : [];
const ofJson =
  (maker: (source: string, path: string, random: Random) => readonly Edit[]) =>
  (path: string, source: string, random: Random) =>
    path.endsWith('.json') && !path.endsWith('theme.json') ? maker(source, path, random) : [];

function mistake(kind: string, path: string, source: string, { from, to, text, also }: Edit): Mistake {
  const lines = [from, ...(also === undefined ? [] : [also])].map((at) => positionIn(source, at).ligne);
  return {
    ...{ kind, path, lines, before: source.slice(from, to), after: text },
    source: source.slice(0, from) + text + source.slice(to),
  };
}
