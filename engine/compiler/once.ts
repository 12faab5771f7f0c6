import type { Node } from './emitter.ts';
import { literal } from './literal.ts';

/** An element that the first of many uses of a file puts into the page; nothing where there is no page. */
export const onceAPage = (element: 'script' | 'style', body: string): Node => ({
  blank: true,
  emit(to) {
    if (to.links.nonce === undefined || body.trim() === '') return;
    const what = to.unit.constant(`${to.helper('onceAPage')}(${literal(element)}, ${literal(body)})`);
    to.put('putOnce', what, `${to.helper('once')}(${what})`);
  },
});
