import type { Block } from './blocks.ts';

/** The levels of headings in a text: the first is that of its title, which is a field of its own. */
const FIRST = 2;
const LAST = 4;

const levelsOf = (blocks: readonly Block[]): number[] =>
  blocks.flatMap((block) => {
    if (block.kind === 'text') return block.level === 0 ? [] : [block.level];
    return block.kind === 'quote' ? levelsOf(block.blocks) : [];
  });

function moved(blocks: readonly Block[], by: number): Block[] {
  return blocks.map((block) => {
    if (block.kind === 'quote') return { ...block, blocks: moved(block.blocks, by) };
    if (block.kind !== 'text' || block.level === 0) return block;
    return { ...block, level: Math.min(Math.max(block.level + by, FIRST), LAST) };
  });
}

/** The same blocks, their headings of the levels 2 to 4: all of a text with headings of the first level go one level down. */
export const withTextHeadings = (blocks: readonly Block[]): Block[] =>
  moved(blocks, levelsOf(blocks).includes(1) ? 1 : 0);
