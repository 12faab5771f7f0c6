/** What a worker does: it renders pages, analyses files and compiles them. */
import { type Answer, sharedNow, type Task, type TimedAnswer } from '../messages/protocol.ts';
import { check, compile, diagnose, prepareReader } from './analysis.ts';
import { preparePage, render } from './pages.ts';
import { profile } from './profile.ts';

export function run(task: Task): TimedAnswer {
  const began = sharedNow();
  const cpuBefore = threadCpuMs();
  const usedMs = () => threadCpuMs() - cpuBefore;
  const {
    answer,
    rendered,
    cpuMs = usedMs(),
  } = task.kind === 'render' ? render(task, usedMs) : { answer: analysis(task), rendered: undefined };
  const ready = sharedNow();
  return { answer, times: { began, rendered: rendered ?? ready, ready, cpuMs } };
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
  preparePage();
  prepareReader();
}
