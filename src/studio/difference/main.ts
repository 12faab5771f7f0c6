/** A thread that compares texts, so that the page does not wait for it. */
import { compareLines } from './compare-lines.ts';
import type { Compared, Comparison } from './messages.ts';

addEventListener('message', ({ data: { id, before, after } }: MessageEvent<Comparison>) => {
  const answer: Compared = { id, difference: compareLines(before, after) };
  postMessage(answer);
});
