import { describe, expect, it } from 'vitest';
import { TIME_LIMITS } from '../../sandbox/limits.ts';
import type { Answer, RenderTask } from '../../sandbox/messages/protocol.ts';
import type { Analyser } from '../../sandbox/web-process/analyser.ts';
import { sourcesOf } from '../../sandbox/web-process/code/theme-sources.ts';
import type { UnitCache } from '../../sandbox/web-process/code/unit-cache.ts';
import { PageAttempts } from '../../sandbox/web-process/page-attempts.ts';
import type { Quarantines } from '../../sandbox/web-process/quarantines.ts';
import type { RenderJob } from '../../sandbox/web-process/render-job.ts';
import { type Scheduler, TaskFailed } from '../../sandbox/web-process/scheduler.ts';
import { ThemeHealthRegistry } from '../../sandbox/web-process/theme-health.ts';
import { REQUEST } from '../engine/support.ts';

const TIMES = { began: 0, rendered: 0, ready: 0, cpuMs: 1 };
const JOB: RenderJob = {
  theme: { id: 'a', version: '1' },
  content: { id: 'site', version: '1' },
  request: REQUEST,
  keepsFragments: true,
};
const SOURCES = { ...sourcesOf('1', {}), content: async () => expect.unreachable() };

const page = (body: string, pieces?: unknown): Answer => ({
  outcome: 'page',
  body: Buffer.from(body),
  ...(pieces !== undefined && { pieces: pieces as number[] }),
  incidents: [],
  readsClock: false,
});

/** Attempts whose answers are heard when the test says so, and settle afterwards. */
function attempts() {
  const asked: { readonly task: RenderTask; readonly hear: (answer: Answer, connection?: number) => () => void }[] = [];
  const scheduler = {
    limits: TIME_LIMITS,
    run: (_queue: string, _owner: string, task: RenderTask, { heard }: Parameters<Scheduler['run']>[3] = {}) =>
      new Promise((resolve) =>
        asked.push({
          task,
          hear: (answer, connection = 1) => {
            heard?.(answer, connection);
            return () => resolve({ answer, times: TIMES });
          },
        }),
      ),
  } as unknown as Scheduler;
  const themes = new ThemeHealthRegistry(() => 0);
  const pages = new PageAttempts(
    { scheduler, themes, quarantines: {} as Quarantines },
    {} as Analyser,
    {} as UnitCache,
  );
  const render = async (job = JOB) => {
    const health = themes.of(job.theme);
    health.answered(job.theme.version, 1);
    const { answer } = await pages.attempt(job, SOURCES, { level: 'quick', isSlice: true }, health);
    return answer.outcome === 'page' ? answer.body.bytes().toString() : answer.outcome;
  };
  const next = async () => {
    await Promise.resolve();
    return asked.shift() ?? expect.unreachable();
  };
  return { pages, render, next };
}

describe('a page whose fragments are kept', () => {
  it('names what the page before has brought, whose answer was heard first, whoever goes on first', async () => {
    const { render, next } = attempts();
    const pages = [render(), render(), render()];
    const tasks = [await next(), await next(), await next()];
    expect(new Set(tasks.map(({ task }) => task.fragments)).size).toBe(1);
    const [first, second, third] = tasks.map(({ hear }, n) =>
      hear(n === 0 ? page('été1', [0, 4, 5]) : page('2', [0, 4, 0])),
    );
    third?.();
    second?.();
    first?.();
    expect(await Promise.all(pages)).toEqual(['été1', 'été2', 'été2']);
  });

  it.each([
    ['an unknown name', [0, 9, 0]],
    ['lengths beyond its body', [5_000, 1, 0]],
    ['what are no pieces', { a: 1 }],
  ])('is rendered once more as text where its worker sends %s, and the next pages begin anew', async (_, pieces) => {
    const { pages, render, next } = attempts();
    const rendered = render();
    const first = await next();
    first.hear(page('perdue', pieces))();
    await Promise.resolve();
    const second = await next();
    expect(second.task).not.toHaveProperty('fragments');
    second.hear(page('entière'))();
    expect(await rendered).toBe('entière');
    expect(pages.fragments.report().dropped.lost).toBe(1);
    const later = render();
    const third = await next();
    expect(third.task.fragments).toBeGreaterThan(first.task.fragments ?? 0);
    third.hear(page('1'))();
    await later;
  });

  it('is not served where pieces come again though text was asked for', async () => {
    const { render, next } = attempts();
    const rendered = render();
    (await next()).hear(page('', [0, 9, 0]))();
    await Promise.resolve();
    (await next()).hear(page('x', [0, 1, 1]))();
    await expect(rendered).rejects.toThrow(TaskFailed);
  });

  it('is not read by the names of another worker', async () => {
    const { render, next } = attempts();
    const [first, second] = [render(), render()];
    (await next()).hear(page('secret', [0, 1, 6]), 1)();
    (await next()).hear(page('', [0, 1, 0]), 2)();
    expect(await first).toBe('secret');
    await Promise.resolve();
    (await next()).hear(page('à lui'), 2)();
    expect(await second).toBe('à lui');
  });
});

it('a page whose fragments are not kept asks for text, and fills nothing', async () => {
  const { pages, render, next } = attempts();
  const { keepsFragments: _, ...job } = JOB;
  const rendered = render(job);
  const { task, hear } = await next();
  expect(task).not.toHaveProperty('fragments');
  hear(page('texte'))();
  expect(await rendered).toBe('texte');
  expect(pages.fragments.report().themes).toBe(0);
});
