import { ONLY_BLANKS } from '../../runtime/strip.ts';
import type { Expression } from '../../syntax/expression.ts';
import { BLANKS, FRAGMENT, firstFragment } from '../../syntax/lax-parser.ts';
import { LiquidSyntaxError } from '../../syntax/syntax-error.ts';
import type { Markup, TagToken } from '../../syntax/token.ts';
import type { Body, Emitter } from '../emitter.ts';
import type { Tag, TagParser } from '../tag.ts';
import { settled } from '../text.ts';

/** `{% case value %}{% when a, b %}…{% else %}…{% endcase %}`: every `when` that is met is rendered, once a value that is. */
export const caseTag: Tag = (token, parser) => {
  const subject = caseValue(token, parser);
  parser.means?.({ kind: 'case', value: subject });
  const value = asValue(subject);
  const parts: { values: readonly Expression[] | undefined; body: Body }[] = [];
  // Content before the first `when` is never shown.
  const before = parser.block(token);
  for (let at = before.branch; at; ) {
    if (at.name === 'else' && !ONLY_BLANKS.test(at.markup.text)) {
      throw new LiquidSyntaxError('else ne prend pas de condition dans un case', at.start);
    }
    const values = at.name === 'when' ? whenValues(at.markup, at, parser) : undefined;
    if (values) parser.means?.({ kind: 'when', values });
    const { body, branch } = parser.block(token);
    parts.push({ values, body });
    at = branch;
  }
  const { bodies, blank } = settled([...parts.map(({ body }) => body), before.body]);
  return {
    blank,
    emit(to) {
      const met = to.name('m');
      const subject = to.name('v');
      to.write(`{ let ${met} = false; const ${subject} = ${to.value(value).code};`);
      parts.forEach(({ values }, index) => {
        const body = bodies[index] ?? { nodes: [], blank: true };
        const emit = () => to.scope.perhaps(() => to.body(body));
        if (!values) {
          to.write(`if (!${met}) {`);
          emit();
          to.write('}');
        } else emitWhen(to, values, { value, subject, met }, emit);
      });
      to.write('}');
    },
  };
};

/** `empty` and `blank` ask a question in a `when` only: as the value of a case they are an empty text. */
const asValue = (expression: Expression): Expression =>
  expression.kind === 'empty' || expression.kind === 'blank' ? { kind: 'literal', value: '' } : expression;

function caseValue({ markup, start }: TagToken, parser: TagParser): Expression {
  const strict = parser.strict(markup, (strict) => strict.expression());
  if (strict) return parser.noted(strict);
  const fragment = firstFragment(markup);
  if (fragment === undefined) throw new LiquidSyntaxError('case attend une valeur', start);
  return parser.fragment(fragment);
}

const NEXT_VALUE = new RegExp(`${BLANKS}(${FRAGMENT})`, 'y');
const SEPARATOR = /[ \t-\r]+or[ \t-\r]+|[ \t-\r]*,[ \t-\r]*/y;

/** Values between commas or `or`; what follows anything else is not read. */
function whenValues({ text, offset }: Markup, at: TagToken, parser: TagParser): Expression[] {
  const values: Expression[] = [];
  for (let from = 0; ; ) {
    NEXT_VALUE.lastIndex = from;
    const match = NEXT_VALUE.exec(text);
    if (!match && values.length > 0) return values;
    if (!match) throw new LiquidSyntaxError('when attend une valeur', at.start);
    const [, value = ''] = match ?? [];
    values.push(parser.fragment({ text: value, offset: offset + NEXT_VALUE.lastIndex - value.length }));
    SEPARATOR.lastIndex = NEXT_VALUE.lastIndex;
    if (!SEPARATOR.exec(text)) return values;
    from = SEPARATOR.lastIndex;
  }
}

interface Subject {
  readonly value: Expression;
  readonly subject: string;
  readonly met: string;
}

function emitWhen(
  to: Emitter,
  values: readonly Expression[],
  { value, subject, met }: Subject,
  emit: () => void,
): void {
  const tests = values.map((candidate) => to.equal(value, candidate, { code: subject, type: 'any' }));
  const [only] = tests;
  if (tests.length === 1) {
    to.write(`if (${only}) { ${met} = true;`);
    emit();
    to.write('}');
    return;
  }
  const test = to.name('t');
  to.write(`for (const ${test} of [${tests.join(', ')}]) { if (!${test}) continue; ${met} = true;`);
  emit();
  to.write('}');
}
