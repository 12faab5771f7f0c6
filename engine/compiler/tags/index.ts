/** The tags of the language: those of the reference, and ours. */
import type { Tag } from '../tag.ts';
import { assign } from './assign.ts';
import { breakTag } from './break.ts';
import { capture } from './capture.ts';
import { caseTag } from './case.ts';
import { comment } from './comment.ts';
import { continueTag } from './continue.ts';
import { cycle } from './cycle.ts';
import { decrement } from './decrement.ts';
import { doc } from './doc.ts';
import { echo } from './echo.ts';
import { forTag } from './for.ts';
import { ifTag } from './if.ts';
import { ifchanged } from './ifchanged.ts';
import { include } from './include.ts';
import { increment } from './increment.ts';
import { inlineComment } from './inline-comment.ts';
import { javascript } from './javascript.ts';
import { raw } from './raw.ts';
import { render } from './render.ts';
import { schema } from './schema.ts';
import { section } from './section.ts';
import { style } from './style.ts';
import { stylesheet } from './stylesheet.ts';
import { tablerow } from './tablerow.ts';
import { unless } from './unless.ts';

/** By name; `liquid` is read by the parser itself, because its lines stand where it stands. */
export const TAGS: ReadonlyMap<string, Tag> = new Map([
  ['#', inlineComment],
  ['assign', assign],
  ['break', breakTag],
  ['capture', capture],
  ['case', caseTag],
  ['comment', comment],
  ['continue', continueTag],
  ['cycle', cycle],
  ['decrement', decrement],
  ['doc', doc],
  ['echo', echo],
  ['for', forTag],
  ['if', ifTag],
  ['ifchanged', ifchanged],
  ['include', include],
  ['increment', increment],
  ['javascript', javascript],
  ['raw', raw],
  ['render', render],
  ['schema', schema],
  ['section', section],
  ['style', style],
  ['stylesheet', stylesheet],
  ['tablerow', tablerow],
  ['unless', unless],
]);
