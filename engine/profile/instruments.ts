import type { Node } from '../compiler/emitter.ts';
import { literal } from '../compiler/literal.ts';
import { SILENT } from '../compiler/tag.ts';
import type { Unit } from '../compiler/unit.ts';
import { nameOf, roleOf } from '../language/paths.ts';
import type { OutputToken, TagToken } from '../syntax/token.ts';
import type { Instruments } from '../theme/compile-unit.ts';
import type { ProfileKind } from './frame.ts';

/** Length of a tag's text in a frame's name, UTF-16 code units. */
const NAME_UNITS = 60;

/** Tags that do nothing but leave, or are text. */
const FREE: ReadonlySet<string> = new Set(['break', 'continue', 'raw']);

/** Outputs and assignments without a filter cost less than measuring them. */
const PLAIN: ReadonlySet<string> = new Set(['echo', 'assign']);

/** The name by which instrumented code finds the `Recorder` among the helpers of the runtime. */
export const RECORDER = 'recorder';

/** Makes the code of one file measure the calls of the file, and of each tag and filtered output in it. */
export function instrumentsOf(path: string): Instruments {
  const role = roleOf(path) ?? 'snippet';
  const name = role === 'layout' ? 'layout' : nameOf(path);
  return {
    call: (body, unit) => measured(unit, placeCode(unit, role, name, 0), unit.name('m'), body),
    part: (part, token) => (isFree(part, token) ? part : measuring(part, token)),
  };
}

const isFree = (part: Node, token: OutputToken | TagToken): boolean =>
  part === SILENT ||
  (token.kind === 'tag' && FREE.has(token.name)) ||
  ((token.kind === 'output' || PLAIN.has(token.name)) && !token.markup.text.includes('|'));

const measuring = (part: Node, token: OutputToken | TagToken): Node => ({
  blank: part.blank,
  emit(to) {
    const entered = to.name('m');
    const [open, close] = around(to.unit, placeCode(to.unit, 'tag', textOf(token), token.start), entered);
    to.write(open);
    part.emit(to);
    to.write(close);
  },
});

function measured(unit: Unit, place: string, entered: string, body: string): string {
  const [open, close] = around(unit, place, entered);
  return `${open}\n${body}\n${close}`;
}

/** However a part is left — at its end, by `break` or by an error — its time ends there. */
function around(unit: Unit, place: string, entered: string): readonly [open: string, close: string] {
  const recorder = unit.helper(RECORDER);
  return [`{ const ${entered} = ${recorder}.enter(${place}); try {`, `} finally { ${recorder}.leave(${entered}); } }`];
}

const placeCode = (unit: Unit, kind: ProfileKind, name: string, offset: number): string =>
  unit.constant(`${unit.helper(RECORDER)}.place(${literal(kind)}, ${literal(name)}, ${unit.place(offset)})`);

/** As an author reads it: the tag in one line. */
function textOf(token: OutputToken | TagToken): string {
  const words = [...(token.kind === 'tag' ? [token.name] : []), token.markup.text.slice(0, 4 * NAME_UNITS)];
  const text = words.join(' ').replace(/\s+/g, ' ').trim();
  const shown = text.length > NAME_UNITS ? `${text.slice(0, NAME_UNITS)}…` : text;
  return (token.kind === 'tag' ? `{% ${shown} %}` : `{{ ${shown} }}`).toWellFormed();
}
