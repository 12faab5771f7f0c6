import { inject } from 'vitest';
import { Renderer, type RendererOptions } from '../../sandbox/index.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** Whether the sandbox gives so much time that no test depends on the speed of the machine (`vitest.config.ts`). */
    isPatient: boolean;
  }
}

/** Nothing is ended for its time, and nothing waits for idle processors. */
const PATIENT: Pick<RendererOptions, 'givesWay' | 'limits'> = {
  givesWay: false,
  limits: {
    renderMs: 90_000,
    sliceMs: 60_000,
    longFileMs: 60_000,
    beginMs: 100_000,
    queueMs: 100_000,
    overdueMs: 100_000,
    silenceMs: 100_000,
    startMs: 100_000,
    idleStartMs: 0,
  },
};
/** The times of the product. A process starts also beside what else wants the processors. */
const PUNCTUAL: Pick<RendererOptions, 'limits'> = { limits: { idleStartMs: 500 } };

/** A renderer of two workers, with the run's bundles, that says nothing; with the times of the product in tests of the system. */
export function startTestRenderer({ limits, ...options }: Partial<RendererOptions> = {}): Promise<Renderer> {
  const usual = inject('isPatient') ? PATIENT : PUNCTUAL;
  return Renderer.start({
    workers: 2,
    themeCache: 50,
    log: { warn: () => undefined },
    bundles: inject('bundles'),
    ...usual,
    limits: { ...usual.limits, ...limits },
    ...options,
  });
}

/**
 * Processes that died by themselves. Those that were ended from outside are not among them: beside other tests a worker may be late without any
 * fault of a theme's.
 */
export function diedByThemselves(renderer: Renderer): number {
  const { deaths, ended } = renderer.report();
  return deaths - ended.deadline - ended.starved - ended.silence - ended.start;
}
