import { execFileSync, spawn } from 'node:child_process';
import { readdir, readFile, readlink } from 'node:fs/promises';
import { availableParallelism, setPriority } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { gunzipSync } from 'node:zlib';
import { afterAll, afterEach, describe, expect, inject, it } from 'vitest';
import {
  AnalysisBusy,
  type Renderer,
  type RendererOptions,
  type RenderOutcome,
  sourcesOf,
} from '../../sandbox/index.ts';
import { TIME_LIMITS } from '../../sandbox/limits.ts';
import { PageEncoder } from '../../src/http/site/compression/page-encoder.ts';
import { CONTENT, REQUEST, themeFiles } from '../engine/support.ts';
import { diedByThemselves, startTestRenderer } from '../support/renderer.ts';
import { DEADLY_PAGE, sandboxWithHole } from '../support/sandbox-with-hole.ts';
import { SCHED_IDLE, schedulingOf } from '../support/scheduling.ts';
import { until } from '../support/until.ts';

/** On a busy machine a process waits for a processor, milliseconds. */
const BUSY_MS = 100_000;

let renderer: Renderer;
/** All processes of one cost four seconds of a processor: the tests that want nothing special of theirs leave them as they were. */
let common: Renderer | undefined;
let told: { details: object; message: string }[];

async function start(options: Partial<RendererOptions> = {}): Promise<void> {
  told = [];
  const log = { warn: (details: object, message: string) => void told.push({ details, message }) };
  // A page that waits for a processor is late, and not refused.
  const limits = { beginMs: BUSY_MS, queueMs: BUSY_MS, ...options.limits };
  renderer = await startTestRenderer({ log, ...options, limits });
  await render('premier');
}
afterEach(() => (renderer === common ? undefined : renderer.close()));
afterAll(() => common?.close());

const CLIENT = { site: 'chez-lea', host: 'chez-lea.localhost' };

async function render(
  id: string,
  { version = '1', slug = '', section = '{{ site.nom }}' } = {},
): Promise<RenderOutcome> {
  const files = themeFiles(section);
  return renderer.render(
    {
      ...{ theme: { id, version }, content: { id, version: '1' }, whose: CLIENT },
      request: { ...REQUEST, page: { ...REQUEST.page, slug } },
    },
    { ...sourcesOf(version, files), content: async () => ({ version: '1', values: CONTENT }) },
  );
}

const ending = (outcome: RenderOutcome) =>
  outcome.outcome === 'page' ? outcome.body.bytes().toString('utf8') : outcome.outcome;

/** Waits for so many more pages: what befalls the processes keeps pace with the machine. */
async function morePages(count: number, pages: () => number): Promise<void> {
  const enough = pages() + count;
  await until(`${count} more pages are rendered`, () => pages() >= enough, BUSY_MS);
}

/**
 * Renders pages of many sites over and over.
 * @param work gets what waits for so many more pages
 * @returns what was not the page
 */
async function visitWhile(
  work: (more: (count: number) => Promise<void>) => Promise<unknown>,
): Promise<{ pages: number; failures: string[] }> {
  let isOver = false;
  let pages = 0;
  const failures: string[] = [];
  const visit = async (n: number) => {
    for (; !isOver; pages++) {
      const page = ending(await render(`site ${n}`));
      if (page !== 'Chez Léa') failures.push(page);
      // Some hundred pages a second, and a moment for the processes that start meanwhile.
      await sleep(50);
    }
  };
  const worked = work((count) => morePages(count, () => pages)).finally(() => {
    isOver = true;
  });
  await Promise.all([worked, ...Array.from({ length: 16 }, (_, n) => visit(n))]);
  return { pages, failures };
}

/**
 * Does something while so many other programs want a processor each.
 * @param niceness of the loops: those that only have to leave no processor idle need not slow the tests beside this one
 */
async function besideLoops(count: number, work: () => Promise<void>, niceness = 0): Promise<void> {
  const loops = Array.from({ length: count }, () => spawn(process.execPath, ['-e', 'for (;;);']));
  for (const { pid } of loops) setPriority(Number(pid), niceness);
  try {
    await work();
  } finally {
    for (const loop of loops) loop.kill();
  }
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

const cpuPoliciesOf = async (pid: number) =>
  (await threadsOf(pid)).map(
    ({ onlyIdle, isConfined }) =>
      [onlyIdle && 'in idle time', isConfined && 'confined'].filter(Boolean).join(', ') || 'free',
  );

const hasCpuPolicy = (pid: number, policy: string | undefined) =>
  until(`process ${pid} has the policy ${policy}`, async () =>
    expect(new Set(await cpuPoliciesOf(pid))).toEqual(new Set([policy])),
  );

const pidAt = (wanted: string) => renderer.report().processes.find(({ role }) => role === wanted)?.pid ?? 0;

async function parentOf(pid: number): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
  return Number(stat.split(') ')[1]?.split(' ')[1]);
}

/** The processes that there always are, and those that are there once somebody has needed them. */
const AT_REST = ['fast-0', 'fast-1', 'compile', 'spare'];
const ON_DEMAND = ['slow', 'idle-0', 'idle-1'];
const PROCESSES = AT_REST.length + ON_DEMAND.length;
const arePresent = (wanted: readonly string[]) => {
  const roles = renderer.report().processes.map(({ role }) => role);
  return renderer.pids.length >= wanted.length && wanted.every((role) => roles.includes(role));
};
const untilComplete = () => until('all processes are there', () => arePresent([...AT_REST, ...ON_DEMAND]), BUSY_MS);

/** A section that goes over the limit of objects at once. */
const OVER_A_LIMIT = '{{ (1..99999999) | sort | size }}';

/** Starts a renderer, and has each process needed that is there on demand; it stays. */
async function startAll(options: Partial<RendererOptions> = {}): Promise<void> {
  await start({ ...options, limits: { unneededMs: Number.POSITIVE_INFINITY, ...options.limits } });
  await render('premier de tous');
  // The second one is suspect.
  for (let page = 0; page < 2; page++) await render('fautif', { section: OVER_A_LIMIT });
  await untilComplete();
}

/** The renderer that tests share, with all processes. */
async function takeCommon(): Promise<void> {
  if (!common) {
    await startAll();
    common = renderer;
  }
  renderer = common;
  await untilComplete();
}

const ENDLESS =
  '{% for a in (1..9000) %}{% for b in (1..9000) %}{% for c in (1..9000) %}{% endfor %}{% endfor %}{% endfor %}';

// Beside other programs a process may have to wait for a processor several times: that is no failure.
describe('render processes', { timeout: 180_000 }, () => {
  it('have no environment, read their own code only, and give way to the process that holds the connections', async () => {
    await takeCommon();
    expect(renderer.pids).toHaveLength(PROCESSES);
    for (const { pid, role } of renderer.report().processes) {
      expect(await readFile(`/proc/${pid}/environ`, 'utf8')).toBe('');
      const command = (await readFile(`/proc/${pid}/cmdline`, 'utf8')).split('\0');
      expect(command).toContain('--permission');
      expect(command.filter((flag) => /--allow-(fs-write|child-process|net|wasi)/.test(flag))).toEqual([]);
      if (role === 'spare') continue;
      for (const { niceness, onlyIdle, isConfined } of await threadsOf(pid)) {
        expect(niceness).toBeGreaterThanOrEqual(1);
        expect({ role, onlyIdle, isConfined }).toEqual({
          role,
          onlyIdle: role.startsWith('idle'),
          isConfined: role.startsWith('idle') || role === 'slow',
        });
      }
    }
  });

  it('do what has only shown that it takes long where it is in the way of nobody', async () => {
    await takeCommon();
    const isInIdle = () => renderer.report().processes.some(({ role, tasks }) => role.startsWith('idle') && tasks > 0);
    await render('sans fin', { section: OVER_A_LIMIT });
    const page = render('sans fin', { section: ENDLESS, version: '2' });
    await until('the page is rendered with idle processors', isInIdle, BUSY_MS, 20);
    expect(await page).toMatchObject({ outcome: 'limit' });
    expect(isInIdle()).toBe(false);
    // One that was kept from working has shown nothing.
    for (let n = 0, wasInIdle = false; !wasInIdle; n++) {
      const nested = `{{ a${n}${'[a'.repeat(150_000)}${']'.repeat(150_000)} }}`;
      let isChecked = false;
      const check = renderer
        .check('site', 'snippets/a.liquid', nested)
        .catch((error: unknown) => {
          // It waited for an idle processor in vain.
          if (!(error instanceof AnalysisBusy)) throw error;
          return null;
        })
        .finally(() => {
          isChecked = true;
        });
      await until(
        'the file is analysed with idle processors, or is at its end',
        () => isInIdle() || isChecked,
        BUSY_MS,
        20,
      );
      wasInIdle = !isChecked;
      expect(await check).toBe(null);
    }
  });

  it('start in idle time where nobody waits for them, and have what their role has once they are there', async () => {
    // No processor may be idle for long, and what has started late has its policy no more.
    await startAll({ limits: { idleStartMs: 5_000 } });
    const expected = { 'fast-0': 'free', slow: 'confined', 'idle-0': 'in idle time, confined' };
    for (const [role, policy] of Object.entries(expected)) {
      await untilComplete();
      const gone = pidAt(role);
      process.kill(gone, 'SIGKILL');
      await until(`${role} has another process`, () => ![0, gone].includes(pidAt(role)), BUSY_MS);
      const successor = pidAt(role);
      const next = async () => {
        await until('a process is starting', () => pidAt('starting') > 0);
        await hasCpuPolicy(pidAt('starting'), 'in idle time, confined');
      };
      await Promise.all([hasCpuPolicy(successor, policy), next()]);
    }
  });

  it('that somebody waits for start also while other programs keep every processor busy', async () => {
    await start({ limits: { idleStartMs: TIME_LIMITS.idleStartMs } });
    // The first page has needed the role.
    await until('the processes are there', () => arePresent([...AT_REST, 'slow']), BUSY_MS);
    await besideLoops(availableParallelism(), async () => {
      const [fast, spare] = [pidAt('fast-0'), pidAt('spare')];
      // It would need an idle processor to die.
      execFileSync('chrt', ['--all-tasks', '--other', '--pid', '0', `${spare}`]);
      process.kill(spare, 'SIGKILL');
      await until('a process is starting', () => pidAt('starting') > 0);
      const starting = pidAt('starting');
      process.kill(fast, 'SIGKILL');
      await until(
        'the process that is starting may use every processor',
        async () => expect(new Set(await cpuPoliciesOf(starting))).toEqual(new Set(['free'])),
        TIME_LIMITS.idleStartMs / 2,
      );
      await until('fast-0 has another process', () => ![0, fast].includes(pidAt('fast-0')), BUSY_MS);
      expect(ending(await render('premier'))).toBe('Chez Léa');
    });
  });

  it('check files also while other programs keep every processor busy', async () => {
    await takeCommon();
    await besideLoops(availableParallelism(), async () => {
      const checks = Array.from({ length: 20 }, (_, n) => renderer.check('site', `snippets/a${n}.liquid`, '{{ a'));
      for (const diagnostic of await Promise.all(checks)) expect(diagnostic).toMatchObject({ ligne: 1 });
    });
  });

  it('have no connection to anything but this process', async () => {
    await takeCommon();
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
    await takeCommon();
    const before = diedByThemselves(renderer);
    const { pages, failures } = await visitWhile(async (more) => {
      for (let n = 0; n < 5; n++) {
        const { pids } = renderer;
        process.kill(Number(pids[n % pids.length]), 'SIGKILL');
        await more(40);
      }
    });
    expect(failures).toEqual([]);
    expect(pages).toBeGreaterThan(100);
    // One that has idle time only also takes that to end.
    await until('all five have died', () => expect(diedByThemselves(renderer)).toBe(before + 5));
    await untilComplete();
  });

  it('that are killed under load leave no page in parts, also while themes and contents change', async () => {
    await takeCommon();
    const encoder = new PageEncoder();
    const long = (word: string) => `<p>${`${word} `.repeat(100)}</p>`;
    const visit = async (n: number, turn: number) => {
      const id = `changing site ${n % 12}`;
      // The visitors of a site are not all at the same version; each fifth page of the first sites has a run of its own.
      const [version, nom] = [String(Math.floor(turn / 18)), `Chez ${Math.floor(turn / 12)}`];
      const [slug, nonce] = [turn % 5 === 0 && n % 12 < 4 ? `page ${n} ${turn}` : 'accueil', `${n}-${turn}`];
      const parts = [long('steady'), `{{ page.slug }}${long('shown')}`, '{{ site.nom }}', '{{ nonce }}', long(version)];
      const outcome = await renderer.render(
        {
          ...{ theme: { id, version }, content: { id, version: nom }, whose: CLIENT, keepsFragments: true },
          request: { ...REQUEST, nonce, page: { ...REQUEST.page, slug } },
        },
        {
          ...sourcesOf(version, themeFiles(parts.join(''))),
          content: async () => ({ version: nom, values: { ...CONTENT, site: { ...CONTENT.site, nom } } }),
        },
      );
      const expected = [long('steady'), slug, long('shown'), nom, nonce, long(version)].join('');
      const text = ending(outcome);
      const unpacked = outcome.outcome === 'page' && gunzipSync(await encoder.gzip(outcome.body)).toString();
      return text === expected && unpacked === text ? null : `${id} ${turn}: ${text} ${unpacked}`;
    };
    let isOver = false;
    const wrong: string[] = [];
    let [pages, inPieces] = [0, 0];
    const visitors = Array.from({ length: 50 }, async (_, n) => {
      for (let turn = 0; !isOver; turn++, pages++) {
        const difference = await visit(n, turn);
        if (difference !== null) wrong.push(difference);
        await sleep(20);
      }
    });
    for (let kill = 0; kill < 8; kill++) {
      await morePages(50, () => pages);
      inPieces = Math.max(inPieces, renderer.report().fragments.fragments);
      const { pids } = renderer;
      process.kill(Number(pids[kill % pids.length]), 'SIGKILL');
    }
    isOver = true;
    await Promise.all(visitors);
    expect(wrong).toEqual([]);
    expect(pages).toBeGreaterThan(200);
    expect(inPieces).toBeGreaterThan(0);
    await untilComplete();
  });

  it('go on when the process that launched them is killed, and another launches the next', async () => {
    await takeCommon();
    const { pids } = renderer;
    const before = diedByThemselves(renderer);
    const { failures } = await visitWhile(async (more) => {
      process.kill(await parentOf(Number(pids[0])), 'SIGKILL');
      await more(60);
      expect(renderer.pids).toEqual(pids);
      for (const pid of pids.slice(0, 2)) process.kill(pid, 'SIGKILL');
      await until('both have died', () => expect(diedByThemselves(renderer)).toBe(before + 2));
      await untilComplete();
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
    await until('no process of theirs is left', async () => expect(await added()).toEqual([]));
  });

  it('are replaced one after the other on demand, and no render fails', async () => {
    await takeCommon();
    const before = renderer.pids;
    const died = diedByThemselves(renderer);
    const { restart } = renderer.report().ended;
    const { failures } = await visitWhile(() => renderer.replaceProcesses());
    expect(failures).toEqual([]);
    expect(renderer.pids.filter((pid) => before.includes(pid))).toEqual([]);
    expect(diedByThemselves(renderer)).toBe(died);
    expect(renderer.report().ended.restart).toBe(restart + PROCESSES);
  });

  it('that have grown too large are replaced, and no render fails', async () => {
    await start({ memoryBytes: 1 });
    const { failures } = await visitWhile(async () => {
      await until('a process was replaced', () => renderer.report().ended.memory >= 1, BUSY_MS);
    });
    expect(failures).toEqual([]);
    expect(told.map(({ message }) => message)).toContain('a render process uses too much memory');
  });

  it('that stand still are ended from outside, and their renders are done elsewhere', async () => {
    await takeCommon();
    const stopped = renderer.report().processes.filter(({ role }) => role === 'fast-0' || role === 'slow');
    for (const { pid } of stopped) process.kill(pid, 'SIGSTOP');
    const pages = await Promise.all(Array.from({ length: 12 }, (_, n) => render(`arrêt ${n}`)));
    expect(pages.map(ending)).toEqual(Array(12).fill('Chez Léa'));
    await until('those that stood still have ended', () => stopped.every(({ pid }) => !renderer.pids.includes(pid)));
  });
});

describe('a render that ends its process', () => {
  it('is tried once more apart, then its theme is in quarantine until it changes; nobody else notices', async () => {
    await startAll({ bundles: sandboxWithHole(inject('bundles')) });
    await render('tueur');
    let tries = 0;
    const { failures } = await visitWhile(async () => {
      const deadly = async () => {
        tries++;
        return render('tueur', { slug: DEADLY_PAGE });
      };
      // The second try is made with idle processors only, and refused for the moment where there is none.
      await until(
        'the theme is known to end processes',
        async () => expect(await deadly()).toEqual({ outcome: 'crashed' }),
        BUSY_MS,
      );
      expect(await render('tueur')).toEqual({ outcome: 'refused', reason: 'quarantined' });
    });
    expect(failures).toEqual([]);
    // One for each try, and one for the second try of the last.
    expect(diedByThemselves(renderer)).toBeGreaterThanOrEqual(2);
    expect(diedByThemselves(renderer)).toBeLessThanOrEqual(tries + 1);
    expect(renderer.report().quarantined).toEqual([
      { theme: { id: 'tueur', version: '1' }, forMs: expect.any(Number), site: 'chez-lea' },
    ]);
    expect(told).toContainEqual({
      message: 'a theme is in quarantine',
      details: expect.objectContaining({ theme: { id: 'tueur', version: '1' }, ...CLIENT }),
    });
    expect(told).toContainEqual({
      message: 'a render process died and is replaced',
      details: expect.objectContaining({ blamed: [{ theme: 'tueur', ...CLIENT }] }),
    });
    expect(ending(await render('tueur', { version: '2' }))).toBe('Chez Léa');
    expect(renderer.report().quarantined).toEqual([]);
  });
});
