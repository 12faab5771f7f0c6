/** Merges a JSON file of a theme: objects by key, lists by the names of their items. Pure. */
import { blankedJson } from '../../engine/json/commented-json.ts';
import {
  agreedOn,
  type Compared,
  comparedWhole,
  inEach,
  type MergeConflict,
  oneSidedText,
  type Version,
  type Versions,
} from './conflict.ts';
import { type GroupNode, isSame, type JsonNode, readJson } from './json-nodes.ts';
import { compareLines } from './line-merge.ts';
import { orderOf, woven } from './list-order.ts';

/**
 * Compares JSON texts by key. What only one side has changed is taken as it is written there; the formatting around it is that of `mine`.
 * @returns null for texts that cannot be read by key
 */
export function compareByKey(versions: Versions): Compared | null {
  const settled = oneSidedText(versions);
  if (settled !== null) return agreedOn(settled);
  const { base, mine, theirs } = inEach(versions, readJson);
  return base && mine && theirs ? compareNodes({ base, mine, theirs }, versions.mine) : null;
}

/** Compares JSON texts by key; others by line, if that makes JSON of them without any choice. */
export function compareJson(versions: Versions): Compared {
  const byKey = compareByKey(versions);
  if (byKey) return byKey;
  const byLine = compareLines(versions);
  const isJson = byLine.conflicts.length === 0 && readJson(byLine.textWith(() => 'mine')) !== null;
  return isJson ? byLine : comparedWhole(versions);
}

function compareNodes(nodes: Nodes, mine: string): Compared {
  const comparison = new Comparison();
  const merged = comparison.merge(nodes, []);
  const plain = blankedJson(mine);
  const [start, end] = [plain.length - plain.trimStart().length, plain.trimEnd().length];
  return {
    conflicts: comparison.conflicts,
    // Comments around the merged value stay.
    textWith: (versionOf) => mine.slice(0, start) + writerOf(plain, versionOf)(merged, 0) + mine.slice(end),
  };
}

/** One value in three versions; undefined where a version does not have it. */
type Nodes = Readonly<Record<Version, JsonNode | undefined>>;

/** What a value becomes; undefined for none. */
type Merged = string | Disputed | Composed | undefined;

/** What the choice for a conflict decides. */
interface Disputed {
  readonly conflict: MergeConflict;
  readonly versions: Readonly<Record<Version, Merged>>;
}

/** An object or a list made of merged members. */
interface Composed {
  /** As `mine` has it. */
  readonly like: JsonNode;
  readonly members: readonly (readonly [name: string, value: Merged])[];
}

/** For each object, its neighbour list that orders its members. */
const ORDERED_BY: ReadonlyMap<string, string> = new Map([
  ['sections', 'order'],
  ['blocks', 'block_order'],
]);
const LISTS_OF_KEYS: ReadonlySet<string | undefined> = new Set(ORDERED_BY.values());

/** Values below so many keys are taken whole. */
const DEEPEST = 200;

class Comparison {
  readonly conflicts: MergeConflict[] = [];

  /** @param removed conflicts of members that one side has removed and the other changed, for the list that orders the members */
  merge(nodes: Nodes, keys: readonly string[], removed: ReadonlyMap<string, MergeConflict> = NONE): Merged {
    const { base, mine, theirs } = nodes;
    const groups = groupsOf(nodes);
    if (groups?.mine.kind === 'list' && removed.size > 0) return this.#members(groups, keys, removed);
    if (isSame(mine, theirs, 'ordered') || isSame(base, theirs, 'ordered')) return mine?.text;
    if (isSame(base, mine, 'ordered')) return theirs?.text;
    const hasBase = !base || base === groups?.base || isSame(mine, theirs);
    if (groups && hasBase && keys.length < DEEPEST) return this.#members(groups, keys, NONE);
    if (isSame(mine, theirs) || isSame(base, theirs)) return mine?.text;
    if (isSame(base, mine)) return theirs?.text;
    return { conflict: this.#conflict(nodes, keys), versions: inEach(nodes, textIn) };
  }

  #conflict(nodes: Nodes, keys: readonly string[]): MergeConflict {
    const conflict = { keys, ...inEach(nodes, (node) => node?.text ?? null) };
    this.conflicts.push(conflict);
    return conflict;
  }

  #members(nodes: Groups, keys: readonly string[], removed: ReadonlyMap<string, MergeConflict>): Merged {
    const { base, mine, theirs } = inEach(nodes, namesIn);
    const { names, isConflict } = orderOf({ base, mine, theirs });
    const isDisputed = isConflict && nodes.mine.isOfTexts && nodes.theirs.isOfTexts;
    const conflict = isDisputed ? this.#conflict(nodes, keys) : null;
    if (conflict && !LISTS_OF_KEYS.has(keys.at(-1))) return { conflict, versions: inEach(nodes, textIn) };
    const merged = new Map<string, Merged>();
    const removedIn = new Map<string, ReadonlyMap<string, MergeConflict>>();
    // Objects are merged before the lists that order their members.
    for (const name of [...names].sort((a, b) => Number(LISTS_OF_KEYS.has(a)) - Number(LISTS_OF_KEYS.has(b)))) {
      const [member, own, dispute] = [memberOf(nodes, name), [...keys, name], removed.get(name)];
      const known = this.conflicts.length;
      const value = dispute
        ? { conflict: dispute, versions: inEach(member, textIn) }
        : this.merge(member, own, removedIn.get(name));
      merged.set(name, value);
      const list = ORDERED_BY.get(name);
      if (list === undefined) continue;
      const ofMembers = this.conflicts.slice(known).filter((one) => one.keys?.length === own.length + 1);
      const oneSided = ofMembers.filter((one) => one.mine === null || one.theirs === null);
      removedIn.set(list, new Map(oneSided.map((one) => [one.keys?.at(-1) ?? '', one])));
    }
    const inOrder = (order: readonly string[]): Composed => ({
      like: nodes.mine,
      members: order.map((name) => [name, merged.get(name)]),
    });
    if (!conflict) return inOrder(names);
    // The choice decides the order only: what one side has added or removed is shown or gone all the same.
    const [ofMine, ofTheirs] = [woven(mine, theirs), woven(theirs, mine)];
    const versions = { base: inOrder(woven(base, ofMine)), mine: inOrder(ofMine), theirs: inOrder(ofTheirs) };
    return { conflict, versions };
  }
}

/**
 * Writes a merged value, undefined for none, with one version in each conflict.
 * @param mine without comments: the text whose formatting is kept
 */
function writerOf(mine: string, versionOf: (conflict: MergeConflict) => Version) {
  const [, newline = '\n', indent = '  '] = /(\r?\n)([ \t]+)\S/.exec(mine) ?? [];
  // Behind colons, and behind commas on one line.
  const space = /":\S/.test(mine) && !/":\s/.test(mine) ? '' : ' ';
  /** The text of an object or a list, made of its members' texts; on one line where `like` is. */
  const enclosed = ({ kind, text }: JsonNode, members: readonly string[], depth: number): string => {
    const [open, close] = kind === 'object' ? '{}' : '[]';
    if (members.length === 0) return `${open}${close}`;
    if (!text.includes('\n') && members.every((member) => !member.includes('\n'))) {
      const blank = /^[[{]\s/.test(text) ? ' ' : '';
      return `${open}${blank}${members.join(`,${space}`)}${blank}${close}`;
    }
    const line = newline + indent.repeat(depth);
    return `${open}${line}${indent}${members.join(`,${line}${indent}`)}${line}${close}`;
  };
  const textOf = (merged: Merged, depth: number): string | undefined => {
    if (merged === undefined || typeof merged === 'string') return merged;
    if ('conflict' in merged) return textOf(merged.versions[versionOf(merged.conflict)], depth);
    const { like, members } = merged;
    const texts = members.flatMap(([name, value]) => {
      const text = textOf(value, depth + 1);
      return text === undefined ? [] : [like.kind === 'object' ? `${JSON.stringify(name)}:${space}${text}` : text];
    });
    return enclosed(like, texts, depth);
  };
  return textOf;
}

/** Objects or lists, of one kind. */
interface Groups {
  readonly base: GroupNode | undefined;
  readonly mine: GroupNode;
  readonly theirs: GroupNode;
}

/** @returns null where the sides have values that are not merged by member */
function groupsOf({ base, mine, theirs }: Nodes): Groups | null {
  if (!mine || !theirs || mine.kind === 'leaf' || theirs.kind === 'leaf' || mine.kind !== theirs.kind) return null;
  return { base: base && base.kind === mine.kind ? base : undefined, mine, theirs };
}

const NONE: ReadonlyMap<string, MergeConflict> = new Map();

const textIn = (node: JsonNode | undefined) => node?.text;
const namesIn = (node: GroupNode | undefined) => [...(node?.members.keys() ?? [])];
const memberOf = (nodes: Groups, name: string): Nodes =>
  inEach(nodes, (node: GroupNode | undefined) => node?.members.get(name));
