/** A thread that compares texts, so that the page does not wait for it. */
import { compareLines } from './compare-lines.ts';
import type { Comparison } from './messages.ts';

addEventListener('message', ({ data: { before, after }, ports: [answers] }: MessageEvent<Comparison>) => {
  answers?.postMessage(compareLines(before, after));
});
