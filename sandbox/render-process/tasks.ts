/** What a worker does: it renders pages, analyses files and compiles them. */
import { type Answer, sharedNow, type Task, type TimedAnswer } from '../messages/protocol.ts';
import { check, compile, diagnose, prepareReader } from './analysis.ts';
import { preparePage, render } from './pages.ts';
import { profile } from './profile.ts';

/**
 * Processor time of this thread up to the end of its last work, milliseconds. What the thread uses from then on belongs to the next task: to read
 * the task, too. A second reading for each task would cost a page 3 µs.
 */
let cpuMsBefore = threadCpuMs();

const usedMs = () => threadCpuMs() - cpuMsBefore;

/** What came of a task. */
interface Done {
  readonly answer: Answer;
  readonly rendered?: number;
  readonly cpuMs?: number;
}

export function run(task: Task): TimedAnswer {
  const began = sharedNow();
  const { answer, rendered, cpuMs } = done(task);
  const now = threadCpuMs();
  const used = now - cpuMsBefore;
  cpuMsBefore = now;
  const ready = sharedNow();
  return { answer, times: { began, rendered: rendered ?? ready, ready, cpuMs: cpuMs ?? used } };
}

function done(task: Task): Done {
  try {
    return task.kind === 'render' ? render(task, usedMs) : { answer: analysis(task) };
  } catch (error) {
    // What a task has used that failed belongs to no other.
    cpuMsBefore = threadCpuMs();
    throw error;
  }
}

function analysis(task: Exclude<Task, { kind: 'render' }>): Answer {
  switch (task.kind) {
    case 'compile':
      return compile(task);
    case 'check':
      return check(task);
    case 'diagnose':
      return diagnose(task);
    case 'profile':
      return profile(task);
  }
}

/** Processor time of this thread, milliseconds. An isolate's own `cpuTime` also counts while other programs have the processor. */
function threadCpuMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}

/** Makes the isolates for the next theme and the next owner of files. To be called while no task waits. */
export function prepare(): void {
  const hasMadePage = preparePage();
  const hasMadeReader = prepareReader();
  if (hasMadePage || hasMadeReader) cpuMsBefore = threadCpuMs();
}
