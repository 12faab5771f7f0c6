/** Merges a JSON file of a theme: objects by key, lists by the names of their items. Pure. */
import { blankedJson } from '../../engine/json/commented-json.ts';
import { type Merge, type MergeConflict, oneSided, type Side, type Versions, wholeConflict } from './conflict.ts';
import { isSame, type JsonNode, type ListNode, type ObjectNode, readJson } from './json-nodes.ts';
import { interleaved, orderOf } from './list-order.ts';

/**
 * Merges a JSON text. What only one side has changed is taken as it is written there; the formatting around it is that of `mine`.
 * @param choice whose value is taken in a conflict
 * @returns null when one of the texts cannot be read key by key
 */
export function mergeDocument(versions: Versions, choice: Side): Merge | null {
  const settled = oneSided(versions);
  if (settled) return settled;
  const { base, mine, theirs } = versions;
  const [ofBase, ofMine, ofTheirs] = [
    base === '' ? undefined : readJson(base, 'named'),
    readJson(mine, 'named'),
    readJson(theirs, 'named'),
  ];
  if (ofBase === null || !ofMine || !ofTheirs) return null;
  try {
    const plain = blankedJson(mine);
    const merging = new Merging(choice, plain);
    const merged = merging.merge({ base: ofBase, mine: ofMine, theirs: ofTheirs }, []);
    const [start, end] = [plain.length - plain.trimStart().length, plain.trimEnd().length];
    // Comments around the merged value stay.
    const text = mine.slice(0, start) + (merged ?? mine.slice(start, end)) + mine.slice(end);
    return { text, conflicts: merging.conflicts };
  } catch (error) {
    if (error instanceof RangeError) return wholeConflict(versions, choice);
    throw error;
  }
}

/** One value in three versions; undefined where a version does not have it. */
interface Nodes {
  readonly base: JsonNode | undefined;
  readonly mine: JsonNode | undefined;
  readonly theirs: JsonNode | undefined;
}

/** For each object, its neighbour list that orders its members. */
const ORDERED_BY: ReadonlyMap<string, string> = new Map([
  ['sections', 'order'],
  ['blocks', 'block_order'],
]);

class Merging {
  readonly conflicts: MergeConflict[] = [];
  readonly #choice: Side;
  readonly #indent: string;
  readonly #newline: string;
  /** Blanks behind colons, and behind commas on one line. */
  readonly #space: string;

  constructor(choice: Side, mine: string) {
    const [, newline = '\n', indent = '  '] = /(\r?\n)([ \t]+)\S/.exec(mine) ?? [];
    this.#choice = choice;
    this.#indent = indent;
    this.#newline = newline;
    this.#space = /":\S/.test(mine) && !/":\s/.test(mine) ? '' : ' ';
  }

  /**
   * @param disputed items of a list of texts whose presence the choice decides
   * @returns the text of the merged value, undefined for none
   */
  merge({ base, mine, theirs }: Nodes, keys: readonly string[], disputed = NONE): string | undefined {
    if (mine?.kind === 'list' && theirs?.kind === 'list' && disputed.size > 0) {
      return this.#mergeList({ base: base?.kind === 'list' ? base : undefined, mine, theirs }, keys, disputed);
    }
    if (isSame(mine, theirs) || isSame(base, theirs)) return mine?.text;
    if (isSame(base, mine)) return theirs?.text;
    if (mine?.kind === 'object' && theirs?.kind === 'object' && (!base || base.kind === 'object')) {
      return this.#mergeObject({ base, mine, theirs }, keys);
    }
    if (mine?.kind === 'list' && theirs?.kind === 'list' && (!base || base.kind === 'list')) {
      return this.#mergeList({ base, mine, theirs }, keys, NONE);
    }
    return this.#conflict({ base, mine, theirs }, keys);
  }

  #conflict(nodes: Nodes, keys: readonly string[]): string | undefined {
    const textOf = (node: JsonNode | undefined) => node?.text ?? null;
    this.conflicts.push({ keys, base: textOf(nodes.base), mine: textOf(nodes.mine), theirs: textOf(nodes.theirs) });
    return nodes[this.#choice]?.text;
  }

  #mergeObject({ base, mine, theirs }: Three<ObjectNode>, keys: readonly string[]): string {
    const merged = new Map<string, string>();
    const names = interleaved([...mine.members.keys()], [...theirs.members.keys()]);
    /** Members that one side has removed and the other changed, by the name of the list that orders them. */
    const disputed = new Map<string, ReadonlySet<string>>();
    // Objects are merged before the lists that order their members.
    for (const name of [...names].sort((a, b) => rankOf(a) - rankOf(b))) {
      const nodes = memberOf({ base, mine, theirs }, name);
      const value = this.merge(nodes, [...keys, name], disputed.get(name));
      if (value !== undefined) merged.set(name, value);
      const list = ORDERED_BY.get(name);
      if (list !== undefined) disputed.set(list, disputedIn(nodes));
    }
    const members = names.flatMap((name) => {
      const value = merged.get(name);
      return value === undefined ? [] : [`${JSON.stringify(name)}:${this.#space}${value}`];
    });
    return this.#written('{}', mine, members, keys.length);
  }

  #mergeList({ base, mine, theirs }: Three<ListNode>, keys: readonly string[], disputed: ReadonlySet<string>): string {
    const namesOf = (node: ListNode | undefined) => [...(node?.members.keys() ?? [])];
    const versions = { base: namesOf(base), mine: namesOf(mine), theirs: namesOf(theirs) };
    const { names, isConflict } = orderOf(versions);
    if (isConflict && mine.isOfTexts && theirs.isOfTexts) return this.#conflict({ base, mine, theirs }, keys) ?? '[]';
    const items = names.flatMap((name) => {
      const nodes = memberOf({ base, mine, theirs }, name);
      const value = disputed.has(name) ? nodes[this.#choice]?.text : this.merge(nodes, [...keys, name]);
      return value === undefined ? [] : [value];
    });
    return this.#written('[]', mine, items, keys.length);
  }

  /** The text of an object or a list, made of its members' texts; on one line where `mine` is. */
  #written([open, close]: string, { text }: JsonNode, members: readonly string[], depth: number): string {
    if (members.length === 0) return `${open}${close}`;
    if (!text.includes('\n') && members.every((member) => !member.includes('\n'))) {
      const space = /^[[{]\s/.test(text) ? ' ' : '';
      return `${open}${space}${members.join(`,${this.#space}`)}${space}${close}`;
    }
    const line = this.#newline + this.#indent.repeat(depth);
    return `${open}${line}${this.#indent}${members.join(`,${line}${this.#indent}`)}${line}${close}`;
  }
}

type Three<Kind extends JsonNode> = { base: Kind | undefined; mine: Kind; theirs: Kind };

const NONE: ReadonlySet<string> = new Set();

const LISTS_OF_KEYS: ReadonlySet<string> = new Set(ORDERED_BY.values());
const rankOf = (name: string): number => (LISTS_OF_KEYS.has(name) ? 1 : 0);

const memberOf = ({ base, mine, theirs }: Three<ObjectNode | ListNode>, name: string): Nodes => ({
  base: base?.members.get(name),
  mine: mine.members.get(name),
  theirs: theirs.members.get(name),
});

/**
 * Names of members that one side has removed and the other changed: the choice decides whether the list that orders them names them. A
 * section that is kept but not listed would never be shown.
 */
function disputedIn({ base, mine, theirs }: Nodes): ReadonlySet<string> {
  if (base?.kind !== 'object' || mine?.kind !== 'object' || theirs?.kind !== 'object') return NONE;
  const [ofMine, ofTheirs] = [mine.members, theirs.members];
  const names = [...base.members].flatMap(([name, was]) => {
    const [here, there] = [ofMine.get(name), ofTheirs.get(name)];
    const isDisputed = (here === undefined) !== (there === undefined) && !isSame(was, here ?? there);
    return isDisputed ? [name] : [];
  });
  return new Set(names);
}
