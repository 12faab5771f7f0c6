import type { Block, ItemBlock, ListBlock, Run } from './blocks.ts';

/** A list that is being written, with the level and the key of its items. */
interface Open {
  readonly level: number;
  readonly key: string;
  readonly list: ListBlock;
}

/** A heading as a paragraph: an item of a list begins with one. */
const asParagraph = (block: Block): Block =>
  block.kind === 'text' && block.level > 0
    ? {
        kind: 'text',
        level: 0,
        runs: block.runs.map(({ text, marks }: Run) => ({ text, marks: { ...marks, strong: true } })),
      }
    : block;

/** The same blocks, headings as bold paragraphs: in lists and tables. */
export const withoutHeadings = (blocks: readonly Block[]): Block[] => blocks.map(asParagraph);

/** Makes lists of the items of a row of blocks, by their levels. */
class Lists {
  readonly blocks: Block[] = [];
  #open: Open[] = [];

  item(item: ItemBlock): void {
    let blocks = withoutHeadings(item.blocks);
    // Items that only have a list are how some programs write an indented one.
    while (blocks[0]?.kind === 'list') {
      this.#indented(item, blocks[0]);
      blocks = blocks.slice(1);
    }
    if (blocks.length === 0) return;
    // An item begins with a paragraph.
    if (blocks[0]?.kind !== 'text') for (const block of blocks) this.other(block);
    else this.#listFor(item).items.push(blocks);
  }

  other(block: Block): void {
    this.#open = [];
    this.blocks.push(block);
  }

  #indented(item: ItemBlock, inner: ListBlock): void {
    const last = this.#open.at(-1)?.list.items.at(-1);
    if (last) last.push(inner);
    else {
      const { items } = this.#listFor({ ...item, ordered: inner.ordered, start: inner.start });
      for (const blocks of inner.items) items.push(blocks);
    }
  }

  #listFor({ level, key, ordered, start }: ItemBlock): ListBlock {
    let deeper: Open | undefined;
    for (let top = this.#open.at(-1); top && top.level > level; top = this.#open.at(-1)) deeper = this.#open.pop();
    const top = this.#open.at(-1);
    if (top?.level === level) {
      if (top.key === key && top.list.ordered === ordered) return top.list;
      this.#open.pop();
    }
    // The items before stood further in than this one, and no item stood where this one does.
    else if (deeper?.list.ordered === ordered && deeper.key === key) {
      this.#open.push({ ...deeper, level });
      return deeper.list;
    }
    const list: ListBlock = { kind: 'list', ordered, start, items: [] };
    (this.#open.at(-1)?.list.items.at(-1) ?? this.blocks).push(list);
    this.#open.push({ level, key, list });
    return list;
  }
}

/** The same blocks, their items in lists. */
export function withLists(blocks: readonly Block[]): Block[] {
  if (!blocks.some(({ kind }) => kind === 'item')) return [...blocks];
  const lists = new Lists();
  for (const block of blocks) {
    if (block.kind === 'item') lists.item(block);
    else lists.other(block);
  }
  return lists.blocks;
}
