import { type Block, BREAK, type ItemBlock, type Run } from './blocks.ts';

/** Bullets that nobody types for anything else than an item; a dash may begin what somebody says. */
const BULLET = /^[•●○◦▪■□‣⁃][\s\u00a0]+(?=\S)/;

/** Fewest lines beside each other that are a list. */
const FEWEST = 2;

function linesOf(runs: readonly Run[]): Run[][] {
  const lines: Run[][] = [[]];
  for (const run of runs) {
    if (run.text === BREAK) lines.push([]);
    else lines.at(-1)?.push(run);
  }
  return lines;
}

const bulletOf = (line: readonly Run[]): string =>
  BULLET.exec(line[0]?.text ?? '')?.[0] ?? (isLone(line) ? (line[0]?.text ?? '') : '');

/** Whether a bullet has other marks than the text behind it. */
const isLone = ([first, second]: readonly Run[]): boolean =>
  second !== undefined && /^[•●○◦▪■□‣⁃][\s\u00a0]*$/.test(first?.text ?? '') && /^\S/.test(second.text.trimStart());

function itemOf(line: readonly Run[]): ItemBlock {
  const [first, ...rest] = line;
  const text = first?.text.slice(bulletOf(line).length) ?? '';
  const [next, ...others] = text === '' || !first ? rest : [{ ...first, text }, ...rest];
  const runs = next ? [{ ...next, text: next.text.trimStart() }, ...others] : [];
  return { kind: 'item', level: 1, ordered: false, start: 1, key: 'typed', blocks: [{ kind: 'text', level: 0, runs }] };
}

/** A line with a bullet, or a paragraph. */
interface Piece {
  readonly block: Block;
  readonly line?: readonly Run[];
}

/** The items that the end of a paragraph has, and what stands before these. */
function piecesOf(block: Block): Piece[] {
  if (block.kind !== 'text' || block.level > 0) return [{ block }];
  const lines = linesOf(block.runs);
  let first = lines.length;
  while (first > 0 && bulletOf(lines[first - 1] ?? []) !== '') first--;
  if (first === lines.length) return [{ block }];
  const text = (runs: readonly Run[]): Block => ({ ...block, runs });
  const end = lines.slice(0, first).reduce((count, line) => count + line.length + 1, 0);
  return [
    ...(first === 0 ? [] : [{ block: text(block.runs.slice(0, end - 1)) }]),
    ...lines.slice(first).map((line) => ({ block: text(line), line })),
  ];
}

/** The same blocks, lines that begin with typed bullets as items of lists. */
export function withTypedItems(blocks: readonly Block[]): Block[] {
  if (!blocks.some((block) => block.kind === 'text' && block.runs.some(({ text }) => /^[•●○◦▪■□‣⁃]/.test(text))))
    return [...blocks];
  const pieces = blocks.flatMap(piecesOf);
  const found: Block[] = [];
  for (let at = 0; at < pieces.length; ) {
    let end = at;
    while (pieces[end]?.line) end++;
    const isList = end - at >= FEWEST;
    for (const { block, line } of pieces.slice(at, Math.max(end, at + 1)))
      found.push(isList && line ? itemOf(line) : block);
    at = Math.max(end, at + 1);
  }
  return found;
}
