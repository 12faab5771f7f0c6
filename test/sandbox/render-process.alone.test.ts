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

it.each<[what: string, json: string, fd?: number]>([
  ['an answer without an answer', '{"id":1}'],
  ['nothing', 'null'],
  ['nothing of itself', 'null', 3],
  ['a heartbeat without its counts', '{"type":"heartbeat","isolates":"1"}', 3],
  ['what it has no word for', '{"type":1}', 3],
  [
    'a time that is no number',
    '{"id":1,"answer":{"outcome":"page"},"times":{"began":1,"rendered":1,"ready":null,"cpuMs":1}}',
  ],
  [
    'units that are none',
    '{"id":1,"answer":{"outcome":"compiled"},"times":{"began":1,"rendered":1,"ready":1,"cpuMs":1}}',
  ],
])('a render process that was taken over and sends %s is ended, and nobody hears it', async (_, json, fd = 4) => {
  const launches: Launch[] = [];
  const launcher = { launch: (_process: LaunchOrder, launch: Launch) => launches.push(launch), close: () => undefined };
  const unexpected = () => expect.unreachable();
  new LaunchedProcess(
    launcher as unknown as Launcher,
    { bundles: inject('bundles'), workers: 1, maxWorkers: 1, warmThemes: { bytes: 1, count: 1 } },
    { ready: unexpected, awake: unexpected, finished: unexpected, ended: () => undefined },
  );
  const length = `\\${json.length.toString(8).padStart(3, '0')}\\000\\000\\000`;
  const script = `printf '${length}${length}%s' '${json}' >&${fd}; sleep 10`;
  const hostile = spawn('sh', ['-c', script], { stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'] });
  const exit = once(hostile, 'exit');
  launches[0]?.launched(Number(hostile.pid), [hostile.stdio[3] as Socket, hostile.stdio[4] as Socket]);
  expect(await exit).toEqual([null, 'SIGKILL']);
});
