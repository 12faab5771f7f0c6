import { spawn } from 'node:child_process';
import { readdir, readFile, readlink } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, inject, it } from 'vitest';
import { SHORT_FILE_UNITS, STRIKES } from '../../sandbox/limits.ts';
import type { Renderer, RendererOptions, RenderOutcome } from '../../sandbox/renderer.ts';
import { CONTENT, REQUEST, themeFiles } from '../engine/support.ts';
import { DEADLY_PAGE, engineWithHole } from '../support/engine-with-hole.ts';
import { startTestRenderer } from '../support/renderer.ts';
import { SCHED_IDLE, schedulingOf } from '../support/scheduling.ts';

let renderer: Renderer;
let told: { details: object; message: string }[];

async function start(options: Partial<RendererOptions> = {}): Promise<void> {
  told = [];
  const log = { warn: (details: object, message: string) => void told.push({ details, message }) };
  renderer = await startTestRenderer({ log, ...options });
  await render('premier');
}
afterEach(() => renderer.close());

async function render(
  id: string,
  { version = '1', slug = '', section = '{{ site.nom }}' } = {},
): Promise<RenderOutcome> {
  const files = themeFiles(section);
  return renderer.render(
    { theme: { id, version }, content: { id, version: '1' }, request: { ...REQUEST, page: { ...REQUEST.page, slug } } },
    { theme: async () => ({ version, files }), content: async () => ({ version: '1', values: CONTENT }) },
  );
}

const ending = (outcome: RenderOutcome) =>
  outcome.outcome === 'page' ? Buffer.from(outcome.body).toString('utf8') : outcome.outcome;

/** Renders pages of many sites over and over. @returns what was not the page */
async function visitWhile(work: () => Promise<void>): Promise<{ pages: number; failures: string[] }> {
  let isOver = false;
  let pages = 0;
  const failures: string[] = [];
  const visit = async (n: number) => {
    for (; !isOver; pages++) {
      const page = ending(await render(`site ${n}`));
      if (page === 'Chez Léa') continue;
      failures.push(page);
      // What is refused at once would leave nobody else a moment.
      await sleep(1);
    }
  };
  const visits = Array.from({ length: 16 }, (_, n) => visit(n));
  await work();
  isOver = true;
  await Promise.all(visits);
  return { pages, failures };
}

/** Does something while so many other programs want a processor each. */
async function besideLoops(count: number, work: () => Promise<void>): Promise<void> {
  const loops = Array.from({ length: count }, () => spawn(process.execPath, ['-e', 'for (;;);']));
  try {
    await work();
  } finally {
    for (const loop of loops) loop.kill();
  }
}

async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await sleep(20);
}

/** Each thread of a process as the system sees it; one may end while it is looked at. */
async function threadsOf(pid: number): Promise<{ niceness: number; onlyIdle: boolean; isConfined: boolean }[]> {
  const threads = await readdir(`/proc/${pid}/task`);
  const own = await schedulingOf('/proc/self');
  const found = threads.map(async (thread) => {
    const { niceness, policy, processors } = await schedulingOf(`/proc/${pid}/task/${thread}`);
    return { niceness, onlyIdle: policy === SCHED_IDLE, isConfined: processors !== own.processors };
  });
  return (await Promise.allSettled(found)).flatMap((thread) => (thread.status === 'fulfilled' ? [thread.value] : []));
}

const restraintsOf = async (pid: number) =>
  (await threadsOf(pid)).map(
    ({ onlyIdle, isConfined }) =>
      [onlyIdle && 'in idle time', isConfined && 'confined'].filter(Boolean).join(', ') || 'free',
  );

const pidAt = (wanted: string) => renderer.report().processes.find(({ post }) => post === wanted)?.pid ?? 0;

async function parentOf(pid: number): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
  return Number(stat.split(') ')[1]?.split(' ')[1]);
}

/** One process for each post, and the spare. */
const PROCESSES = 6;
const isComplete = () => {
  const posts = renderer.report().processes.map(({ post }) => post);
  if (renderer.pids.length < PROCESSES) return false;
  return ['first', 'last', 'idle', 'fast-0', 'fast-1', 'spare'].every((post) => posts.includes(post));
};

const ENDLESS =
  '{% for a in (1..9000) %}{% for b in (1..9000) %}{% for c in (1..9000) %}{% endfor %}{% endfor %}{% endfor %}';

describe('render processes', () => {
  it('have no environment, read their own code only, and give way to the process that holds the connections', async () => {
    await start();
    await until(isComplete);
    expect(renderer.pids).toHaveLength(PROCESSES);
    for (const { pid, post } of renderer.report().processes) {
      expect(await readFile(`/proc/${pid}/environ`, 'utf8')).toBe('');
      const command = (await readFile(`/proc/${pid}/cmdline`, 'utf8')).split('\0');
      expect(command).toContain('--permission');
      expect(command.filter((flag) => /--allow-(fs-write|child-process|net|wasi)/.test(flag))).toEqual([]);
      if (post === 'spare') continue;
      for (const { niceness, onlyIdle, isConfined } of await threadsOf(pid)) {
        expect(niceness).toBeGreaterThanOrEqual(1);
        expect({ post, onlyIdle, isConfined }).toEqual({
          post,
          onlyIdle: post === 'idle',
          isConfined: post === 'idle' || post === 'last',
        });
      }
    }
  });

  it('do what has only shown that it takes long where it is in the way of nobody', async () => {
    await start();
    await until(isComplete);
    const isDoubted = () => renderer.report().processes.some(({ post, held }) => post === 'idle' && held > 0);
    const page = render('sans fin', { section: ENDLESS });
    await until(isDoubted);
    expect(await page).toMatchObject({ outcome: 'limit' });
    expect(isDoubted()).toBe(false);
    const nested = `{{ a${'[a'.repeat(150_000)}${']'.repeat(150_000)} }}`;
    const check = renderer.check('site', 'snippets/a.liquid', nested);
    await until(isDoubted);
    expect(await check).toBe(null);
  });

  it('start in idle time where nobody waits for them, and have what their post has once they are there', async () => {
    await start();
    for (const post of ['fast-0', 'idle', 'last']) {
      await until(isComplete);
      const [gone, spare] = [pidAt(post), pidAt('spare')];
      expect(new Set(await restraintsOf(spare))).toEqual(new Set(['in idle time, confined']));
      process.kill(gone, 'SIGKILL');
      await until(() => pidAt(post) === spare && isComplete());
      const expected = { 'fast-0': 'free', idle: 'in idle time, confined', last: 'confined' }[post];
      await expect.poll(async () => new Set(await restraintsOf(spare))).toEqual(new Set([expected]));
    }
  });

  it('that somebody waits for start also while other programs keep every processor busy', async () => {
    await start();
    await until(isComplete);
    await besideLoops(availableParallelism(), async () => {
      const [fast, spare] = [pidAt('fast-0'), pidAt('spare')];
      process.kill(spare, 'SIGKILL');
      await until(() => ![0, spare].includes(pidAt('spare')));
      const starting = pidAt('spare');
      process.kill(fast, 'SIGKILL');
      await expect.poll(async () => new Set(await restraintsOf(starting))).toEqual(new Set(['free']));
      await until(() => ![0, fast].includes(pidAt('fast-0')));
      expect(ending(await render('premier'))).toBe('Chez Léa');
    });
  }, 20_000);

  it('hold nothing against a theme that waits for an idle processor in vain', async () => {
    await start();
    await until(isComplete);
    await besideLoops(2 * availableParallelism(), async () => {
      const pages = await Promise.all(Array.from({ length: STRIKES }, () => render('lent', { section: ENDLESS })));
      expect(pages.every(({ outcome }) => outcome === 'limit')).toBe(true);
      expect(renderer.report().quarantined).toEqual([]);
    });
  }, 40_000);

  it('check files also while other programs keep every processor busy', async () => {
    await start();
    await until(isComplete);
    await besideLoops(availableParallelism(), async () => {
      const checks = Array.from({ length: 20 }, (_, n) => renderer.check('site', `snippets/a${n}.liquid`, '{{ a'));
      checks.push(renderer.check('site', 'snippets/long.liquid', `{{ a${' '.repeat(SHORT_FILE_UNITS)}`));
      for (const diagnostic of await Promise.all(checks)) expect(diagnostic).toMatchObject({ ligne: 1 });
    });
  }, 20_000);

  it('have no connection to anything but this process', async () => {
    await start();
    for (const pid of renderer.pids) {
      const connections = new Set<string>();
      for (const family of ['tcp', 'tcp6', 'udp', 'udp6']) {
        const [, ...lines] = (await readFile(`/proc/${pid}/net/${family}`, 'utf8')).trim().split('\n');
        for (const line of lines) connections.add(`socket:[${line.trim().split(/\s+/)[9]}]`);
      }
      const files = await readdir(`/proc/${pid}/fd`);
      const open = await Promise.all(files.map((file) => readlink(`/proc/${pid}/fd/${file}`).catch(() => '')));
      expect(open.filter((target) => connections.has(target))).toEqual([]);
    }
  });

  it('that are killed under load are replaced by the spare, and no render fails', async () => {
    await start();
    await until(isComplete);
    const { pages, failures } = await visitWhile(async () => {
      for (let n = 0; n < 5; n++) {
        const { pids } = renderer;
        process.kill(Number(pids[n % pids.length]), 'SIGKILL');
        await sleep(1_000);
      }
    });
    expect(failures).toEqual([]);
    expect(pages).toBeGreaterThan(100);
    await until(isComplete);
    expect(renderer.report().deaths).toBe(5);
  });

  it('go on when the process that launched them is killed, and another launches the next', async () => {
    await start();
    await until(isComplete);
    const { pids } = renderer;
    const { failures } = await visitWhile(async () => {
      process.kill(await parentOf(Number(pids[0])), 'SIGKILL');
      await sleep(500);
      expect(renderer.pids).toEqual(pids);
      for (const pid of pids.slice(0, 2)) process.kill(pid, 'SIGKILL');
      await until(() => renderer.report().deaths === 2 && isComplete());
    });
    expect(failures).toEqual([]);
  });

  it('end with their renderer at whatever moment of their start', async () => {
    const children = async () => (await readFile(`/proc/self/task/${process.pid}/children`, 'utf8')).trim().split(' ');
    const before = await children();
    const added = async () => (await children()).filter((pid) => pid !== '' && !before.includes(pid));
    for (let ms = 0; ms < 240; ms += 30) {
      renderer = await startTestRenderer();
      await sleep(ms);
      await renderer.close();
      expect(renderer.pids).toEqual([]);
    }
    await expect.poll(added).toEqual([]);
  });

  it('are replaced one after the other on demand, and no render fails', async () => {
    await start();
    await until(isComplete);
    const before = renderer.pids;
    const { failures } = await visitWhile(() => renderer.replaceProcesses());
    expect(failures).toEqual([]);
    expect(renderer.pids.filter((pid) => before.includes(pid))).toEqual([]);
    expect(renderer.report()).toMatchObject({ deaths: 0, ended: { restart: PROCESSES } });
  });

  it('that have grown too large are replaced, and no render fails', async () => {
    await start({ memoryBytes: 1 });
    const { failures } = await visitWhile(() => until(() => renderer.report().ended.memory >= 1));
    expect(failures).toEqual([]);
    expect(told.map(({ message }) => message)).toContain('a render process has grown too large');
  });

  it('that stand still are ended from outside, and their renders are done elsewhere', async () => {
    await start();
    await until(isComplete);
    const stopped = renderer.report().processes.filter(({ post }) => post === 'fast-0' || post === 'first');
    for (const { pid } of stopped) process.kill(pid, 'SIGSTOP');
    const pages = await Promise.all(Array.from({ length: 12 }, (_, n) => render(`arrêt ${n}`)));
    expect(pages.map(ending)).toEqual(Array(12).fill('Chez Léa'));
    await until(() => stopped.every(({ pid }) => !renderer.pids.includes(pid)));
  });

  it('that die at once, again and again, are started more and more rarely', async () => {
    told = [];
    const log = { warn: (details: object, message: string) => void told.push({ details, message }) };
    const hole = 'throw new Error("hole")';
    const bundles = { ...inject('bundles'), compile: hole, render: hole, warmUp: { source: hole } };
    renderer = await startTestRenderer({ log, bundles });
    await until(() => renderer.report().deaths >= 12);
    const before = renderer.report().deaths;
    await sleep(3_000);
    // All posts are tried together, after a pause that has grown to seconds.
    expect(renderer.report().deaths - before).toBeLessThanOrEqual(PROCESSES);
  });
});

describe('a render that ends its process', () => {
  it('is tried once more apart, then its theme is in quarantine until it changes; nobody else notices', async () => {
    await start({ bundles: engineWithHole(inject('bundles')) });
    await until(isComplete);
    await render('tueur');
    const { failures } = await visitWhile(async () => {
      expect(await render('tueur', { slug: DEADLY_PAGE })).toEqual({ outcome: 'crashed' });
      expect(await render('tueur')).toEqual({ outcome: 'refused', reason: 'quarantined' });
    });
    expect(failures).toEqual([]);
    const report = renderer.report();
    expect(report.deaths).toBe(2);
    expect(report.quarantined).toEqual([{ theme: { id: 'tueur', version: '1' }, forMs: expect.any(Number) }]);
    expect(told).toContainEqual({
      message: 'a theme is in quarantine',
      details: expect.objectContaining({ theme: { id: 'tueur', version: '1' } }),
    });
    expect(ending(await render('tueur', { version: '2' }))).toBe('Chez Léa');
    expect(renderer.report().quarantined).toEqual([]);
  });
});
