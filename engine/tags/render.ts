import { type Context, type Emitter, type Liquid, RenderTag } from 'liquidjs';
import { RENDER_DEPTH } from '../limits.ts';

/** `render` that nests to a limit; liquidjs has none and overflows the stack. */
export function registerRenderTag(liquid: Liquid): void {
  let depth = 0;
  class BoundedRenderTag extends RenderTag {
    override *render(context: Context, emitter: Emitter): Generator<unknown, void, unknown> {
      if (depth >= RENDER_DEPTH) throw new Error(`render nests deeper than ${RENDER_DEPTH}`);
      depth++;
      try {
        yield* super.render(context, emitter);
      } finally {
        depth--;
      }
    }
  }
  liquid.registerTag('render', BoundedRenderTag);
}
