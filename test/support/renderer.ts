import { inject } from 'vitest';
import { Renderer, type RendererOptions } from '../../sandbox/renderer.ts';

/** A renderer of two workers, with the run's bundles, that says nothing. */
export const startTestRenderer = (options: Partial<RendererOptions> = {}): Promise<Renderer> =>
  Renderer.start({
    workers: 2,
    themeCache: 50,
    log: { warn: () => undefined },
    bundles: inject('bundles'),
    ...options,
  });
