import type { RenderAttempt } from '../../../sandbox/index.ts';
import type { Attributes, Stretch } from '../../telemetry/answered-request.ts';
import type { TraceDetails } from '../observe-requests.ts';
import { isFromMemory } from './stale.ts';

/** What the trace of a visit has: each step of its page, as in `vitrine_hop_seconds_total`. */
export const visitDetails: TraceDetails = ({ visited, traced }, reply, ended) => {
  if (!visited || !traced) return { attributes: {}, stretches: [] };
  const { state, lookup, readyAt } = visited;
  const { attempts, outcome } = traced;
  const last = attempts.at(-1);
  const attributes: Attributes = {
    'vitrine.site.id': state.site_id,
    ...(state.theme_id !== null && { 'vitrine.theme.id': state.theme_id }),
    ...(outcome !== null && { 'vitrine.outcome': outcome }),
    ...(last && { 'vitrine.queue': last.queue, 'vitrine.cold_start': attempts.some(({ isCold }) => isCold) }),
    'vitrine.from_memory': isFromMemory(reply),
  };
  const stretches: Stretch[] = [{ name: 'lookup', ...lookup }];
  let reached = lookup.ended;
  for (const attempt of attempts) {
    // Before the first attempt the program reads what the page shows, before another one what the worker lacked.
    stretches.push({ name: 'read', began: reached, ended: attempt.came }, ...stretchesOf(attempt));
    reached = attempt.received;
  }
  if (readyAt !== null) stretches.push({ name: 'write', began: readyAt, ended });
  return { attributes, stretches };
};

/** The steps of one attempt; each begins where the one before ends. */
function stretchesOf({ queue, worker, outcome, isCold, ...times }: RenderAttempt): Stretch[] {
  const attributes = {
    'vitrine.queue': queue,
    'vitrine.worker': worker,
    'vitrine.outcome': outcome,
    'vitrine.cold_start': isCold,
  };
  const steps = [
    ['queue', times.came, times.dispatched],
    ['to_worker', times.dispatched, times.began],
    ['render', times.began, times.rendered],
    ['encode', times.rendered, times.ready],
    ['from_worker', times.ready, times.received],
  ] as const;
  return steps.map(([name, began, ended]) => ({
    name,
    began,
    ended,
    ...(name === 'render' && { attributes }),
  }));
}
