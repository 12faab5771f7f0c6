import type { DocumentNode, LiquidDocument, TagNode } from '../document/nodes.ts';
import { TAGS } from '../language/tags.ts';

/** The blocks whose bodies an offset stands in, the innermost last. A block without an end reaches to the end of the one around it. */
export function blocksAround({ nodes }: LiquidDocument, offset: number): readonly TagNode[] {
  const found: TagNode[] = [];
  let level: readonly DocumentNode[] = nodes;
  for (;;) {
    const node = level.findLast(({ start }) => start < offset);
    if (node?.kind === 'tag' && node.name === 'liquid' && offset < node.end) {
      level = node.parts[0]?.nodes ?? [];
      continue;
    }
    if (node?.kind !== 'tag' || node.end > offset || !holdsBody(node)) return found;
    if (node.close && offset > node.close.start) return found;
    found.push(node);
    level = node.parts.findLast(({ tag }) => tag.end <= offset)?.nodes ?? [];
  }
}

const holdsBody = ({ parts, raw, close, name }: TagNode): boolean =>
  name !== 'liquid' &&
  (parts.length > 0 || raw !== undefined || close !== undefined || TAGS.get(name)?.holds === 'text');
