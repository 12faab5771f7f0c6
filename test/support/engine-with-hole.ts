import type { Bundles } from '../../sandbox/messages/protocol.ts';

/** Slug of a page that makes an engine with a hole end its whole process. */
export const DEADLY_PAGE = 'tueur';

const PARSED = 'JSON.parse(request)';
/** No limit of an isolate stops this: the process ends with SIGSEGV (architecture, What breaks a sandbox). */
const HOLE = `((page) => (page.page.slug === '${DEADLY_PAGE}' && new Array(1e8).fill(1), page))(${PARSED})`;

/** An engine with a deliberate hole: one page ends the process that renders it. No template is known that could do so without it. */
export function engineWithHole({ render, ...others }: Bundles): Bundles {
  if (!render.includes(PARSED)) throw new Error('the engine reads its requests in another way now');
  return { ...others, render: render.replace(PARSED, HOLE) };
}
