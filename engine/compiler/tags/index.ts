import type { TagName } from '../../language/tags.ts';
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

const PARSERS: Readonly<Record<Exclude<TagName, 'liquid'>, Tag>> = {
  '#': inlineComment,
  break: breakTag,
  case: caseTag,
  continue: continueTag,
  for: forTag,
  if: ifTag,
  unless: ifTag,
  ...{ assign, capture, comment, cycle, decrement, doc, echo, ifchanged, include, increment, javascript, raw, render },
  ...{ schema, section, style, stylesheet, tablerow },
};

/** What reads each tag, by its name; `liquid` is read by the parser itself, because its lines stand where it stands. */
export const TAG_PARSERS: ReadonlyMap<string, Tag> = new Map(Object.entries(PARSERS));
