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
