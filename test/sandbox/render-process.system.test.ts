import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Socket } from 'node:net';
import { expect, inject, it } from 'vitest';
import type { LaunchOrder } from '../../sandbox/messages/protocol.ts';
import type { End, Launch, Launcher } from '../../sandbox/web-process/launcher.ts';
import { LaunchedProcess } from '../../sandbox/web-process/render-process.ts';
import { until } from '../support/until.ts';

it('a render process that is to end before it is there ends as soon as it is, and that is told once', async () => {
  const launches: Launch[] = [];
  let launcherEnds = 0;
  const launcher = {
    launch: (_process: LaunchOrder, launch: Launch) => launches.push(launch),
    close: () => launcherEnds++,
  };
  const ends: End[] = [];
  const unexpected = () => expect.unreachable();
  const child = new LaunchedProcess(
    launcher as unknown as Launcher,
    { bundles: inject('bundles'), workers: 1, maxWorkers: 1, warmThemes: { bytes: 1, count: 1 } },
    { ready: unexpected, awake: unexpected, finished: unexpected, ended: (end) => ends.push(end) },
  );
  child.kill();
  expect(launcherEnds).toBe(1);

  // It was on its way.
  const late = spawn('sleep', ['60'], { stdio: ['ignore', 'ignore', 'ignore', 'pipe'] });
  const exit = once(late, 'exit');
  launches[0]?.launched(Number(late.pid), [late.stdio[3] as Socket]);
  launches[0]?.ended({ code: null, signal: null });
  expect(await exit).toEqual([null, 'SIGKILL']);
  await until('the end of the process is told', () => expect(ends).toEqual([{ code: null, signal: null }]));
});
