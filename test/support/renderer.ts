import { inject } from 'vitest';
import { Renderer, type RendererOptions } from '../../sandbox/index.ts';

/** A renderer of two workers, with the run's bundles, that says nothing, and starts also beside what else wants the processors. */
export const startTestRenderer = (options: Partial<RendererOptions> = {}): Promise<Renderer> =>
  Renderer.start({
    workers: 2,
    themeCache: 50,
    idleStartMs: 500,
    log: { warn: () => undefined },
    bundles: inject('bundles'),
    ...options,
  });

/**
 * Processes that died by themselves. Those that were ended from outside are not among them: beside other tests a worker may be late without any
 * fault of a theme's.
 */
export function diedByThemselves(renderer: Renderer): number {
  const { deaths, ended } = renderer.report();
  return deaths - ended.deadline - ended.starved - ended.silence - ended.start;
}
