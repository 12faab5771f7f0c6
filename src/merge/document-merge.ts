/** Merges a JSON file of a theme: objects by key, lists by the names of their items. Pure. */
import { blankedJson } from '../../engine/json/commented-json.ts';
import { type Compared, comparedWhole, type MergeConflict, oneSided, type Version, type Versions } from './conflict.ts';
import { isSame, type JsonNode, type ListNode, type ObjectNode, readJson } from './json-nodes.ts';
import { compareLines } from './line-merge.ts';
import { orderOf, woven } from './list-order.ts';

/**
 * Compares JSON texts by key. What only one side has changed is taken as it is written there; the formatting around it is that of `mine`.
 * Texts that cannot be read by key are merged by line, if that makes JSON of them without any choice.
 */
export function compareJson(versions: Versions): Compared {
  const settled = oneSided(versions);
  if (settled) return settled;
  const [base, mine, theirs] = [versions.base, versions.mine, versions.theirs].map(readJson);
  if (base && mine && theirs) return compareNodes({ base, mine, theirs }, versions.mine);
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
    textWith: (versionOf) => mine.slice(0, start) + new Writing(plain, versionOf).textOf(merged, 0) + mine.slice(end),
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
  readonly members: readonly { readonly key?: string; readonly value: Merged }[];
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
    const listBefore = base?.kind === 'list' ? base : undefined;
    if (mine?.kind === 'list' && theirs?.kind === 'list' && removed.size > 0) {
      return this.#list({ base: listBefore, mine, theirs }, keys, removed);
    }
    if (isSame(mine, theirs, 'ordered') || isSame(base, theirs, 'ordered')) return mine?.text;
    if (isSame(base, mine, 'ordered')) return theirs?.text;
    const isByMember = keys.length < DEEPEST && (!base || base.kind === mine?.kind || isSame(mine, theirs));
    if (isByMember && mine?.kind === 'object' && theirs?.kind === 'object') {
      return this.#object({ base: base?.kind === 'object' ? base : undefined, mine, theirs }, keys);
    }
    if (isByMember && mine?.kind === 'list' && theirs?.kind === 'list') {
      return this.#list({ base: listBefore, mine, theirs }, keys, removed);
    }
    if (isSame(mine, theirs) || isSame(base, theirs)) return mine?.text;
    if (isSame(base, mine)) return theirs?.text;
    return { conflict: this.#conflict(nodes, keys), versions: textsOf(nodes) };
  }

  #conflict(nodes: Nodes, keys: readonly string[]): MergeConflict {
    const { base = null, mine = null, theirs = null } = textsOf(nodes);
    const conflict = { keys, base, mine, theirs };
    this.conflicts.push(conflict);
    return conflict;
  }

  #object(nodes: Three<ObjectNode>, keys: readonly string[]): Merged {
    const { names } = orderOf(namesOf(nodes));
    const merged = new Map<string, Merged>();
    const removed = new Map<string, ReadonlyMap<string, MergeConflict>>();
    // Objects are merged before the lists that order their members.
    for (const name of [...names].sort((a, b) => Number(LISTS_OF_KEYS.has(a)) - Number(LISTS_OF_KEYS.has(b)))) {
      const known = this.conflicts.length;
      merged.set(name, this.merge(memberOf(nodes, name), [...keys, name], removed.get(name)));
      const list = ORDERED_BY.get(name);
      if (list === undefined) continue;
      const ofMembers = this.conflicts.slice(known).filter((one) => one.keys?.length === keys.length + 2);
      const oneSided = ofMembers.filter(({ mine, theirs }) => mine === null || theirs === null);
      removed.set(list, new Map(oneSided.map((one) => [one.keys?.at(-1) ?? '', one])));
    }
    return { like: nodes.mine, members: names.map((name) => ({ key: name, value: merged.get(name) })) };
  }

  #list(nodes: Three<ListNode>, keys: readonly string[], removed: ReadonlyMap<string, MergeConflict>): Merged {
    const { base, mine, theirs } = namesOf(nodes);
    const { names, isConflict } = orderOf({ base, mine, theirs });
    const isDisputed = isConflict && nodes.mine.isOfTexts && nodes.theirs.isOfTexts;
    const conflict = isDisputed ? this.#conflict(nodes, keys) : null;
    if (conflict && !LISTS_OF_KEYS.has(keys.at(-1))) return { conflict, versions: textsOf(nodes) };
    const items = new Map(
      names.map((name) => {
        const item = memberOf(nodes, name);
        const dispute = removed.get(name);
        return [name, dispute ? { conflict: dispute, versions: textsOf(item) } : this.merge(item, [...keys, name])];
      }),
    );
    const inOrder = (order: readonly string[]): Composed => ({
      like: nodes.mine,
      members: order.map((name) => ({ value: items.get(name) })),
    });
    if (!conflict) return inOrder(names);
    // The choice decides the order only: what one side has added or removed is shown or gone all the same.
    const [ofMine, ofTheirs] = [woven(mine, theirs), woven(theirs, mine)];
    const versions = { base: inOrder(woven(base, ofMine)), mine: inOrder(ofMine), theirs: inOrder(ofTheirs) };
    return { conflict, versions };
  }
}

/** Writes a merged value, with one version in each conflict. */
class Writing {
  readonly #versionOf: (conflict: MergeConflict) => Version;
  readonly #indent: string;
  readonly #newline: string;
  /** Blanks behind colons, and behind commas on one line. */
  readonly #space: string;

  /** @param mine without comments: the text whose formatting is kept */
  constructor(mine: string, versionOf: (conflict: MergeConflict) => Version) {
    const [, newline = '\n', indent = '  '] = /(\r?\n)([ \t]+)\S/.exec(mine) ?? [];
    this.#versionOf = versionOf;
    this.#indent = indent;
    this.#newline = newline;
    this.#space = /":\S/.test(mine) && !/":\s/.test(mine) ? '' : ' ';
  }

  /** @returns undefined for no value */
  textOf(merged: Merged, depth: number): string | undefined {
    if (merged === undefined || typeof merged === 'string') return merged;
    if ('conflict' in merged) return this.textOf(merged.versions[this.#versionOf(merged.conflict)], depth);
    const members = merged.members.flatMap(({ key, value }) => {
      const text = this.textOf(value, depth + 1);
      return text === undefined ? [] : [key === undefined ? text : `${JSON.stringify(key)}:${this.#space}${text}`];
    });
    return this.#enclosed(merged.like, members, depth);
  }

  /** The text of an object or a list, made of its members' texts; on one line where `like` is. */
  #enclosed({ kind, text }: JsonNode, members: readonly string[], depth: number): string {
    const [open, close] = kind === 'object' ? '{}' : '[]';
    if (members.length === 0) return `${open}${close}`;
    if (!text.includes('\n') && members.every((member) => !member.includes('\n'))) {
      const space = /^[[{]\s/.test(text) ? ' ' : '';
      return `${open}${space}${members.join(`,${this.#space}`)}${space}${close}`;
    }
    const line = this.#newline + this.#indent.repeat(depth);
    return `${open}${line}${this.#indent}${members.join(`,${line}${this.#indent}`)}${line}${close}`;
  }
}

type Three<Kind extends JsonNode> = Readonly<{ base: Kind | undefined; mine: Kind; theirs: Kind }>;

const NONE: ReadonlyMap<string, MergeConflict> = new Map();

const textsOf = ({ base, mine, theirs }: Nodes) => ({ base: base?.text, mine: mine?.text, theirs: theirs?.text });

const memberOf = ({ base, mine, theirs }: Three<ObjectNode | ListNode>, name: string): Nodes => ({
  base: base?.members.get(name),
  mine: mine.members.get(name),
  theirs: theirs.members.get(name),
});

const namesOf = ({ base, mine, theirs }: Three<ObjectNode | ListNode>) => ({
  base: [...(base?.members.keys() ?? [])],
  mine: [...mine.members.keys()],
  theirs: [...theirs.members.keys()],
});
