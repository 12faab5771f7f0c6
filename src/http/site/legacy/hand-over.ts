import type { FastifyInstance } from 'fastify';
import type { ThemeLayouts } from '../../../sites/theme-layouts.ts';
import { isProtected } from '../../../sites/visibility.ts';
import { givesCode } from '../access-routes.ts';
import { asksForLlms, asksForOutline } from '../outline-routes.ts';
import type { LegacyEngine } from './engine.ts';

interface LegacyOptions {
  readonly engine: LegacyEngine;
  readonly layouts: ThemeLayouts;
}

/**
 * Hands every request of a site that has no published theme, or one without a layout, to the older engine, whatever its method
 * and path (docs/rules.md, Rule 2).
 */
export function handOverToLegacy(app: FastifyInstance, { engine, layouts }: LegacyOptions): void {
  app.addHook('onRequest', async (request, reply) => {
    const state = request.visited?.state;
    if (!state || givesCode(request) || asksForLlms(request)) return;
    if (isProtected(state) && asksForOutline(request)) return;
    if (!(await layouts.canRender(state))) return engine.answer(request, reply, state);
  });
  app.addHook('onClose', () => engine.close());
}
