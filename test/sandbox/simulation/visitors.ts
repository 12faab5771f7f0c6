import { AnalysisBusy, type RenderJob, type RenderOutcome } from '../../../sandbox/index.ts';
import type { RenderAttempt } from '../../../sandbox/web-process/render-attempt.ts';
import { REQUEST } from '../../engine/support.ts';
import { BEGUN_MS } from './records.ts';
import { rehearsedId, TEXTS, type VirtualTheme } from './virtual-themes.ts';
import type { World } from './world.ts';

/** What passes until a page is refused whose process has just died, milliseconds. */
const AT_ONCE_MS = 100;

/** A file that is analysed with idle processors first, and shorter ones. */
const LENGTHS = [10, 100, 70_000];

/** A visitor asks for a page. @param attempts takes what workers did for it @returns undefined where it ended in an error */
export function visit(
  world: World,
  theme: VirtualTheme,
  attempts: RenderAttempt[] = [],
): Promise<RenderOutcome | undefined> {
  const { machine, records, renderer } = world;
  const { version, sources } = theme;
  const job = { ...jobOf(theme), attempts };
  const outcome = records.notePage(theme, version, attempts, renderer.render(job, sources));
  const came = machine.now();
  let isAnswered = false;
  // Where a process that pages need starts, they wait for longer.
  const isWaiting = () =>
    !isAnswered && !world.isStarting && !world.living.some((process) => process.isAtWorkOn(job.request));
  machine.after(BEGUN_MS, () => {
    if (isWaiting()) machine.after(AT_ONCE_MS, () => isWaiting() && records.noteWaiting(theme, came));
  });
  outcome.then(() => {
    isAnswered = true;
    records.noteAnswered(job.request);
  });
  return outcome;
}

const jobOf = ({ id, version }: VirtualTheme): RenderJob => ({
  theme: { id, version },
  content: { id, version: '1' },
  // Tells the pages of different visitors apart.
  request: { ...REQUEST },
  keepsFragments: true,
});

/** Has people and programs do what they do until then, milliseconds. */
export function actUntil(world: World, end: number): void {
  const { random, themes } = world;
  for (const theme of themes) {
    const pauseMs = theme.everyMs * random.oneOf([1, 3, 20]);
    again(world, end, pauseMs, () => comeTo(world, theme));
  }
  if (random.chance(0.3)) again(world, end, 150, () => save(world));
  if (random.chance(0.4)) again(world, end, 1_000, () => rehearse(world, random.oneOf(themes)));
}

function again({ random, machine }: World, end: number, pauseMs: number, act: () => void): void {
  const next = () => {
    if (machine.now() >= end) return;
    act();
    machine.after(random.between(0, 2 * pauseMs), next, true);
  };
  machine.after(random.between(0, 2 * pauseMs), next, true);
}

/** Some come together; now and then the author of the theme saves a file. */
function comeTo(world: World, theme: VirtualTheme): void {
  const { random } = world;
  const together = theme.kind !== 'slow' && random.chance(0.05) ? random.integer(2, 8) : 1;
  for (let visitor = 0; visitor < together; visitor++) visit(world, theme);
  if (random.chance(0.01)) theme.save({ mends: random.chance(0.3) });
}

/** An author's file is analysed before it is stored. */
function save({ random, renderer, records }: World): void {
  const isHarmless = random.chance(0.9);
  const text = isHarmless ? 'x'.repeat(random.oneOf(LENGTHS)) : random.oneOf(Object.values(TEXTS));
  const checked = renderer.check(isHarmless ? 'author' : 'hostile author', 'snippets/a.liquid', text);
  records.noteCheck(
    isHarmless,
    checked.catch((error) => {
      if (!(error instanceof AnalysisBusy)) throw error;
      return 'busy';
    }),
  );
}

/** Renders a page that nobody waits for, as a theme of its own, and perhaps gives it up. */
function rehearse({ random, machine, renderer, records }: World, theme: VirtualTheme): void {
  const abort = new AbortController();
  const job = jobOf(theme);
  records.noteRehearsal(
    renderer.renderInBackground(
      { ...job, theme: { ...job.theme, id: rehearsedId(theme) } },
      theme.sources,
      abort.signal,
    ),
  );
  if (random.chance(0.3)) machine.after(random.between(0, 500), () => abort.abort(), true);
}
