import type { Limit } from '../types.ts';

/** A template's own mistake, met while it is rendered. */
export class RenderError extends Error {
  override name = 'RenderError';
}

/** A limit of the whole render. */
export class RenderLimit extends Error {
  override name = 'RenderLimit';
  readonly limit: Limit;

  constructor(limit: Limit) {
    super(`the render exceeds its limit of ${limit}`);
    this.limit = limit;
  }
}

/** The error that a thrown value means: V8's own errors are translated; undefined for an error of the engine itself. */
export function asRenderError(thrown: unknown): RenderError | RenderLimit | undefined {
  if (thrown instanceof RenderError || thrown instanceof RenderLimit) return thrown;
  if (thrown instanceof RangeError) {
    // V8's ceiling for one string or list lies far above what a render may create.
    if (/Invalid (string|array) length/.test(thrown.message)) return new RenderLimit('objects');
    if (/call stack/.test(thrown.message)) return new RenderError('les valeurs s’imbriquent trop');
  }
  return undefined;
}
