import type { TargetedKeyboardEvent, TargetedMouseEvent } from 'preact';
import { useRef, useState } from 'preact/hooks';
import type { Frame } from '../../../contract/profile.ts';
import { useRoom } from '../../preview/stage.tsx';
import { type Block, blocksOf, describe, type Measure } from '../state/profile.ts';

interface ProfileFlameProps {
  readonly frames: readonly Frame[];
  readonly measure: Measure;
  /** Leads to the place of a frame. */
  readonly onLead: (frame: Frame) => void;
}

/** A narrower block is drawn but cannot be clicked, CSS pixels; the table lists its frame. */
const LEAST_WIDTH = 24;
const ROW_REM = 1.5;

/** The frames in rows by depth, as wide as they cost. Arrow keys move between them, Enter shows the line of one. */
export function ProfileFlame({ frames, measure, onLead }: ProfileFlameProps) {
  const [root, setRoot] = useState(0);
  const [current, setCurrent] = useState(0);
  const graph = useRef<HTMLDivElement>(null);
  const width = useRoom(graph);

  const blocks = blocksOf(frames, measure, root);
  const wide = blocks.filter((block) => block.width * width >= LEAST_WIDTH);
  const narrow = blocks.filter((block) => block.width * width < LEAST_WIDTH);
  const stop = wide.some(({ index }) => index === current) ? current : root;
  const go = (block: Block | undefined) => {
    if (!block) return;
    setCurrent(block.index);
    graph.current?.querySelector<HTMLElement>(`[data-frame="${block.index}"]`)?.focus();
  };
  const zoom = (index: number) => {
    setRoot(index);
    setCurrent(index);
  };
  const press = (event: TargetedKeyboardEvent<HTMLElement>, block: Block) => {
    const next = neighbour(event.key, block, wide, frames);
    if (event.key === '+') zoom(block.index);
    else if (event.key === '-') zoom(0);
    else if (next) go(next);
    else return;
    event.preventDefault();
  };
  const click = (event: TargetedMouseEvent<HTMLElement>, { index }: Block) => {
    const frame = frames[index];
    if (event.shiftKey) zoom(index);
    else if (frame) onLead(frame);
  };
  const told = frames[stop];
  return (
    <>
      <p class="soft profile-keys">
        Un clic ou Entrée mène à la ligne ; les flèches vont d’un cadre à l’autre ; Maj + clic ou + agrandit, − revient.
      </p>
      <div class="flame-place">
        {/* biome-ignore lint/a11y/useSemanticElements: a fieldset has fields */}
        <div
          class="flame"
          role="group"
          aria-label="Graphe des cadres"
          ref={graph}
          style={{ height: `${ROW_REM * (1 + Math.max(0, ...blocks.map(({ depth }) => depth)))}rem` }}
        >
          {wide.map((block) => {
            const frame = frames[block.index];
            return frame ? (
              <button
                key={block.index}
                type="button"
                class={`block of-${frame.genre}`}
                style={placeOf(block)}
                data-frame={block.index}
                tabIndex={block.index === stop ? 0 : -1}
                aria-label={describe(frame)}
                title={describe(frame)}
                onClick={(event) => click(event, block)}
                onFocus={() => setCurrent(block.index)}
                onKeyDown={(event) => press(event, block)}
              >
                {frame.nom}
              </button>
            ) : null;
          })}
          {narrow.map((block) => (
            <span key={block.index} class={`block of-${frames[block.index]?.genre}`} style={placeOf(block)} />
          ))}
        </div>
      </div>
      <p class="profile-told">
        {told ? describe(told) : ''}{' '}
        {root === 0 ? null : (
          <button type="button" class="quiet" onClick={() => zoom(0)}>
            Toute la page
          </button>
        )}
      </p>
    </>
  );
}

const placeOf = ({ left, width, depth }: Block) => ({
  left: `${100 * left}%`,
  width: `${100 * width}%`,
  top: `${ROW_REM * depth}rem`,
});

/** The block that an arrow leads to. */
function neighbour(key: string, block: Block, wide: readonly Block[], frames: readonly Frame[]): Block | undefined {
  const row = wide.filter(({ depth }) => depth === block.depth).sort((a, b) => a.left - b.left);
  const at = row.indexOf(block);
  switch (key) {
    case 'ArrowUp':
      return wide.find(({ index }) => index === frames[block.index]?.parent);
    case 'ArrowDown':
      return wide
        .filter(({ index }) => frames[index]?.parent === block.index)
        .reduce<Block | undefined>((widest, one) => (widest && widest.width >= one.width ? widest : one), undefined);
    case 'ArrowLeft':
      return row[at - 1];
    case 'ArrowRight':
      return row[at + 1];
    case 'Home':
      return wide[0];
    default:
      return undefined;
  }
}
