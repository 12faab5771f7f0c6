import type { Bundles } from '../../sandbox/messages/protocol.ts';

/** Slug of a page that ends the whole process that renders it, in a sandbox with a hole. */
export const DEADLY_PAGE = 'tueur';

const SENT = 'JSON.stringify(request)';
/** The thread does nothing more until the signal has ended its process. */
const DIE = '(() => { process.kill(process.pid, "SIGSEGV"); for (;;); })()';
const HOLE = `(request.page.slug === '${DEADLY_PAGE}' && ${DIE}, ${SENT})`;

/**
 * A sandbox with a deliberate hole: one page ends the process that renders it, at once, as a fault of V8 would. No template is known that could
 * do so without it.
 */
export function sandboxWithHole({ worker, ...others }: Bundles): Bundles {
  if (worker.split(SENT).length !== 2) throw new Error('the worker gives isolates their requests in another way now');
  return { ...others, worker: worker.replace(SENT, HOLE) };
}
