import { expect, it } from 'vitest';
import { HINDERED_AT_MOST, TIME_LIMITS } from '../../sandbox/limits.ts';
import { OUT_OF_TIME } from '../../sandbox/messages/protocol.ts';
import { Analyser, AnalysisBusy, NotCompiled } from '../../sandbox/web-process/analyser.ts';
import { ProcessDied, QueueTimeout, type Scheduler } from '../../sandbox/web-process/scheduler.ts';

const ANSWERS = {
  check: { outcome: 'checked', diagnostic: null },
  diagnose: { outcome: 'diagnosed', diagnostics: [] },
  compile: { outcome: 'compiled', units: [] },
};

/** An analyser whose first attempts end as `ends` say; the next one is answered. */
function analyserAfter(...ends: (number | Error)[]) {
  const queues: string[] = [];
  const scheduler = {
    limits: TIME_LIMITS,
    async run(queue: string, _owner: string, { kind }: { kind: keyof typeof ANSWERS }) {
      queues.push(queue);
      const end = ends.shift();
      if (end instanceof Error) throw end;
      return { answer: end === undefined ? ANSWERS[kind] : OUT_OF_TIME, times: { cpuMs: end ?? 1 } };
    },
  };
  return { analyser: new Analyser(scheduler as unknown as Scheduler), queues };
}

const WAYS = {
  check: (analyser: Analyser) => analyser.check('léa', 'snippets/a.liquid', 'a'),
  diagnose: (analyser: Analyser) => analyser.diagnose('léa', async () => ({})),
  compile: (analyser: Analyser) => analyser.compile('thème', [], false),
};
const hindered = (times: number) => Array<number>(times).fill(0);

it.each([
  ['check', null],
  ['diagnose', []],
  ['compile', []],
] as const)('%s is done again while others have the processor', async (way, answer) => {
  const { analyser } = analyserAfter(...hindered(HINDERED_AT_MOST));
  expect(await WAYS[way](analyser)).toEqual(answer);
});

it.each([
  ['check', 2, AnalysisBusy],
  ['diagnose', 1, AnalysisBusy],
  ['compile', 1, QueueTimeout],
] as const)('%s is refused for the moment when others have had the processor too often', async (way, more, error) => {
  const { analyser } = analyserAfter(...hindered(HINDERED_AT_MOST + more));
  await expect(WAYS[way](analyser)).rejects.toBeInstanceOf(error);
});

it('what has used its time is told so, a file once it has had the whole time on idle processors', async () => {
  const { analyser, queues } = analyserAfter(TIME_LIMITS.sliceMs, TIME_LIMITS.renderMs);
  expect(await WAYS.check(analyser)).toMatchObject({ message: expect.stringContaining('temps') });
  expect(queues).toEqual(['check', 'idle']);
  expect(await WAYS.diagnose(analyserAfter(TIME_LIMITS.renderMs).analyser)).toHaveLength(1);
  await expect(WAYS.compile(analyserAfter(TIME_LIMITS.renderMs).analyser)).rejects.toBeInstanceOf(NotCompiled);
});

it('a file whose process died is analysed apart, and refused when another process dies of it', async () => {
  const { analyser, queues } = analyserAfter(new ProcessDied(true));
  expect(await WAYS.check(analyser)).toBe(null);
  expect(queues).toEqual(['check', 'idle']);
  const twice = [new ProcessDied(true), new ProcessDied(true)];
  expect(await WAYS.check(analyserAfter(...twice).analyser)).toMatchObject({ message: expect.any(String) });
});
