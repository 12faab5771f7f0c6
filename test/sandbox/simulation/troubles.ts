import { CRASHES } from './virtual-worker.ts';
import type { World } from './world.ts';

/** What may befall the machine. Those that may keep pages from coming say for how long. */
const TROUBLES: Readonly<Record<string, (world: World) => void>> = {
  /** The system takes a process, as it does when memory is short. */
  'a process is killed': ({ random, living }) => random.oneOf(living).kill(),
  /** A fault that is nobody's. One of them throws suspicion on a theme; a second would be taken for a proof. */
  'a process crashes': (world) => {
    const { random, living, records } = world;
    if (world.hasCrashed) return;
    world.hasCrashed = true;
    records.excuse(12_000);
    random.oneOf(living).die(random.oneOf(CRASHES));
  },
  'a process stands still': ({ random, living, machine, records }) => {
    const process = random.oneOf(living);
    const forMs = random.oneOf([300, 1_500, Number.POSITIVE_INFINITY]);
    records.excuse(8_000);
    process.freeze();
    // One that has idle processors only may be silent for long: nobody can tell the difference.
    machine.after(Math.min(forMs, process.cpuPolicy.onlyIdle ? 1_500 : forMs), () => process.thaw());
  },
  'a process answers late': ({ random, living, machine }) => {
    const process = random.oneOf(living);
    process.lagMs = random.oneOf([50, 150, 400]);
    machine.after(2_000, () => {
      process.lagMs = 0;
    });
  },
  'a process answers twice': ({ random, living }) => {
    random.oneOf(living).answersTwice = true;
  },
  'a process grows': ({ random, living }) => {
    random.oneOf(living).residentBytes = 2 ** 40;
  },
  'processes start late': (world) => {
    const { random, machine, records } = world;
    const cpuMs = random.oneOf([3_000, 15_000, Number.POSITIVE_INFINITY]);
    records.excuse(40_000);
    world.startOf = () => ({ ...world.usualStart(), cpuMs });
    machine.after(random.between(500, 5_000), () => {
      world.startOf = () => world.usualStart();
    });
  },
  'processes die when they start': (world) => {
    const { random, machine, records } = world;
    records.excuse(25_000);
    world.startOf = () => ({ ...world.usualStart(), dies: random.chance(0.8) });
    machine.after(random.between(500, 5_000), () => {
      world.startOf = () => world.usualStart();
    });
  },
  'workers do not come to their role': (world) => {
    const { random, machine, records } = world;
    records.excuse(45_000);
    world.startOf = () => ({ ...world.usualStart(), isStuck: true });
    machine.after(random.between(200, 2_000), () => {
      world.startOf = () => world.usualStart();
    });
  },
  'other programs want the processors': (world) => besideOthers(world, world.random.oneOf([500, 4_000])),
  'the machine stands still': ({ random, machine, records }) => {
    const forMs = random.oneOf([200, 2_500, 30_000]);
    records.excuse(forMs + 8_000);
    machine.stall(forMs, { isWhole: random.chance(0.5) });
  },
  'the processes are replaced': ({ renderer }) => {
    renderer.replaceProcesses();
  },
};

const NAMES = Object.keys(TROUBLES);

/** Plans what befalls a world in the next milliseconds: nothing, one kind of trouble, or several. */
export function afflict(world: World, duringMs: number): void {
  const { random, machine, records } = world;
  for (let count = random.oneOf([0, 1, 1, 2, 4, 8]); count > 0; count--) {
    const name = random.oneOf(NAMES);
    machine.after(random.between(0, duringMs), () => {
      if (world.living.length === 0) return;
      records.tell(`trouble: ${name}`);
      TROUBLES[name]?.(world);
    });
  }
}

/** Other programs want the processors for a time. */
export function besideOthers({ random, machine, records }: World, forMs: number): void {
  records.excuse(forMs + 10_000);
  machine.setLoad(random.oneOf(['some', 'full']));
  machine.after(forMs, () => machine.setLoad('none'));
}
