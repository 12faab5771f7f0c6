import type { Fault } from '../../support/faults.ts';

/** Faults of the scheduler that the simulation has to find (`npm run test:faults`). */
export const FAULTS: readonly Fault[] = [
  {
    name: 'a task whose process died by chance is forgotten',
    file: 'sandbox/web-process/scheduler.ts',
    text: 'else this.#queues[queue].enqueue(task, true);',
    replacement: 'else void queue;',
  },
  {
    name: 'every task of a dead process is blamed',
    file: 'sandbox/web-process/managed-process.ts',
    text: "return 'by-chance';",
    replacement: "return 'to-blame';",
  },
  {
    name: 'all that were at work when a process crashed are proven to blame',
    file: 'sandbox/web-process/managed-process.ts',
    text: "return isAlone ? 'to-blame' : 'suspected';",
    replacement: "return 'to-blame';",
  },
  {
    name: 'a theme that got no processor is blamed',
    file: 'sandbox/web-process/managed-process.ts',
    text: "this.#ended === 'starved') return 'starved';",
    replacement: "this.#ended === 'starved') return 'to-blame';",
  },
  {
    name: 'a task that did not use its time is blamed',
    file: 'sandbox/web-process/tries.ts',
    text: "if (limit !== 'time' || hasUsed(timeMs, cpuMs))",
    replacement: 'if (hasUsed(timeMs, cpuMs + timeMs))',
  },
  {
    name: 'workers share the names of their fragments',
    file: 'sandbox/web-process/scheduler.ts',
    text: 'job.heard?.(finished.answer, connection);',
    replacement: 'job.heard?.(finished.answer, 0 * connection);',
  },
  {
    name: 'the queue of the files that are checked is never served',
    file: 'sandbox/web-process/scheduler.ts',
    text: 'opened: (queue, slot) => this.#queues[queue].open(slot)',
    replacement: "opened: (queue, slot) => queue !== 'check' && this.#queues[queue].open(slot)",
  },
  {
    name: 'what a finished task took of its worker stays taken',
    file: 'sandbox/web-process/fair-queue.ts',
    text: 'slot.used -= this.#sizeOf(task);',
    replacement: 'void slot;',
  },
  {
    name: 'an owner with more tasks is not served again',
    file: 'sandbox/web-process/fair-queue.ts',
    text: 'if (owner.waiting.length > 0) this.#ring.push(owner);',
    replacement: '',
  },
  {
    name: 'tasks go to a worker that has died',
    file: 'sandbox/web-process/fair-queue.ts',
    text: 'slot.isOpen = false;',
    replacement: '',
  },
  {
    name: 'a theme that ends processes is never in quarantine',
    file: 'sandbox/web-process/theme-health.ts',
    text: '++this.#crashes >= CRASHES',
    replacement: '++this.#crashes >= 1_000',
  },
  {
    name: 'a theme that was mended stays in quarantine',
    file: 'sandbox/web-process/theme-health.ts',
    text: 'this.#crashes = 0;\n    this.#quarantinedUntil = NEVER;',
    replacement: 'this.#crashes = 0;',
  },
  {
    name: 'what an earlier version does is held against the present one',
    file: 'sandbox/web-process/theme-health.ts',
    text: 'if (version === this.version) return true;',
    replacement: 'if (version !== null) return true;',
  },
  {
    name: 'a theme in quarantine is rendered for those who had come before',
    file: 'sandbox/web-process/page-attempts.ts',
    text: 'if (isRefused()) throw',
    replacement: 'if (round > 1_000) throw',
  },
  {
    name: 'a page that ended a process is tried again beside others',
    file: 'sandbox/web-process/visited-pages.ts',
    text: "const level = tries.isApart ? 'suspect' : ",
    replacement: "const level = tries.isApart ? 'quick' : ",
  },
  {
    name: 'pages of a theme follow the one that ended its process to the next',
    file: 'sandbox/web-process/scheduler.ts',
    text: 'blamed.add(task.owner);',
    replacement: 'continue;',
  },
  {
    name: 'a render that has ended counts as waiting',
    file: 'sandbox/web-process/renderer.ts',
    text: 'return this.#renders.run(id, render)',
    replacement:
      'this.#renders.run(id, () => new Promise(() => undefined)).catch(() => undefined); return this.#renders.run(id, render)',
  },
  {
    name: 'a process that died gets no successor in its role',
    file: 'sandbox/web-process/process-pool.ts',
    text: 'if (!this.#isClosing) this.#fillRoles();',
    replacement: '',
  },
  {
    name: 'no spare process is started',
    file: 'sandbox/web-process/process-pool.ts',
    text: 'const spares = !isUrgent && hasStarted &&',
    replacement: 'const spares = isUrgent && hasStarted &&',
  },
  {
    name: 'a process that nobody needs any more stays',
    file: 'sandbox/web-process/process-pool.ts',
    text: 'if (this.#clock - since < stayMs) continue;',
    replacement: 'if (stayMs > 0) continue;',
  },
  {
    name: 'a process that was to be replaced, and has no more tasks, stays',
    file: 'sandbox/web-process/process-pool.ts',
    text: 'if (managed.isLeaving && managed.assigned.size === 0) managed.process.kill();',
    replacement: '',
  },
  {
    name: 'after deaths at the start nothing is started any more',
    file: 'sandbox/web-process/restart-backoff.ts',
    text: 'return now >= this.#until;',
    replacement: 'return this.#until === 0 && now >= 0;',
  },
  {
    name: 'a process that stands still is not noticed',
    file: 'sandbox/web-process/managed-process.ts',
    text: "now - this.#heardAt > silenceMs ? 'silence' : null",
    replacement: "now - this.#heardAt > 1_000 * silenceMs ? 'silence' : null",
  },
  {
    name: 'a page that cannot be stopped is not ended with its process',
    file: 'sandbox/web-process/managed-process.ts',
    text: "> OVERDUE_CPU_MS) return 'deadline';",
    replacement: '> OVERDUE_CPU_MS) return null;',
  },
  {
    name: 'workers that do not come to their role are waited for',
    file: 'sandbox/web-process/managed-process.ts',
    text: 'if (waitedMs > startMs)',
    replacement: 'if (waitedMs > 1_000 * startMs)',
  },
  {
    name: 'a page that waits until another has tried its theme is not refused in time',
    file: 'sandbox/web-process/scheduler.ts',
    text: 'if (beginBy < late && !task?.isAtWork) refuse();',
    replacement: 'if (beginBy < late && task && !task.isAtWork) refuse();',
  },
  {
    name: 'a page that was refused stays in its queue',
    file: 'sandbox/web-process/scheduler.ts',
    text: 'Math.min(this.pool.clock + waitMs, page?.beginBy ?? Number.POSITIVE_INFINITY)',
    replacement: 'this.pool.clock + waitMs',
  },
  {
    name: 'a page that was refused is tried again',
    file: 'sandbox/web-process/scheduler.ts',
    text: 'return page !== undefined && page.beginBy < this.pool.clock;',
    replacement: 'return page === null;',
  },
];
