import type { Expression, Name } from '../../syntax/expression.ts';
import { BLANKS, FRAGMENT, groupsOf, SOME_BLANKS, valuesByName } from '../../syntax/lax-parser.ts';
import type { StrictParser } from '../../syntax/strict-parser.ts';
import { LiquidSyntaxError } from '../../syntax/syntax-error.ts';
import type { Markup, TagToken } from '../../syntax/token.ts';
import type { Body } from '../emitter.ts';
import { literal } from '../literal.ts';
import { emitLoop, type LoopParts } from '../loop.ts';
import type { Tag, TagParser } from '../tag.ts';
import { settled } from '../text.ts';

const NOTHING: Body = { nodes: [], blank: true };

/** The parts, and where the variable is named. */
interface Head {
  readonly variable: Name;
  readonly parts: LoopParts;
}

/** `{% for item in list limit: a offset: b reversed %}…{% else %}…{% endfor %}`. */
export const forTag: Tag = (token, parser) => {
  const { variable, parts } = strictParts(token.markup, parser) ?? laxParts(token, parser);
  const bounds = [parts.limit, parts.offset].filter((bound) => bound !== undefined);
  parser.means?.({ kind: 'loop', variable, list: parts.list, bounds });
  if (parts.continues) parser.traits.remembers = true;
  const { body, otherwise } = blocks(token, parser);
  const { bodies, blank } = settled([body, otherwise]);
  const [turn = NOTHING, none = NOTHING] = bodies;
  return {
    blank,
    emit(to) {
      to.place(token.start);
      emitLoop(to, to.value(parts.list).code, parts, {
        kind: 'forloop',
        name: literal(parts.name),
        // What is included shares the memory, and may go on where this loop stops.
        remembers: parser.traits.remembers || to.scope.isDynamic,
        turn() {
          const label = to.name('l');
          const exit = { break: `break ${label};`, continue: `continue ${label};` };
          return { label: `${label}: `, emit: () => to.loop(exit, () => to.body(turn)) };
        },
        otherwise: none.nodes.length > 0 ? () => to.scope.perhaps(() => to.body(none)) : undefined,
      });
    },
  };
};

function blocks(token: TagToken, parser: TagParser): { body: Body; otherwise: Body } {
  const { body, branch } = parser.block(token);
  let otherwise = NOTHING;
  for (let at = branch; at; ) {
    const next = parser.block(token);
    otherwise = next.body;
    at = next.branch;
  }
  return { body, otherwise };
}

function strictParts(markup: Markup, parser: TagParser): Head | undefined {
  const found = parser.strict(markup, (strict) => {
    const head = strict.loopHead();
    const reversed = strict.takeWord('reversed') !== undefined;
    return { ...head, reversed, ...strictBounds(strict) };
  });
  if (!found) return undefined;
  for (const expression of [found.list, found.limit, found.offset]) if (expression) parser.noted(expression);
  const { variable, ...rest } = found;
  const name = `${variable.text}-${listText(markup.text)}`;
  return { variable, parts: { ...rest, variable: variable.text, name } };
}

function strictBounds(strict: StrictParser) {
  let limit: Expression | undefined;
  let offset: Expression | undefined;
  let continues = false;
  while (strict.look('id') || strict.look(',')) {
    strict.takeIf(',');
    const name = strict.takeWord('limit', 'offset') ?? strict.refuse();
    strict.take(':');
    if (name === 'limit') limit = strict.expression();
    else if (strict.takeWord('continue')) continues = true;
    else offset = strict.expression();
  }
  return { limit, offset, continues };
}

const HEAD = new RegExp(`^${BLANKS}([\\w-]+)${SOME_BLANKS}in${SOME_BLANKS}((?:${FRAGMENT})+)${BLANKS}(reversed)?`, 'd');
const NOTHING_READ: Markup = { text: '', offset: 0 };
const LIST_TEXT = new RegExp(`^${BLANKS}[\\w-]+\\??${SOME_BLANKS}in${SOME_BLANKS}(\\([^)]*\\)|(?:${FRAGMENT})+)`);

/** What `forloop.name` says of the list. */
const listText = (text: string): string => LIST_TEXT.exec(text)?.[1] ?? '';

function laxParts({ markup, start }: TagToken, parser: TagParser): Head {
  const match = HEAD.exec(markup.text);
  if (!match) throw new LiquidSyntaxError('for attend « élément in liste »', start);
  const [, variable = NOTHING_READ, list = NOTHING_READ, reversed] = groupsOf(markup, match);
  const attributes = valuesByName(parser.attributes(markup));
  const offset = attributes.get('offset');
  const continues = offset?.kind === 'lookup' && offset.root === 'continue' && offset.path.length === 0;
  const parts = {
    variable: variable.text,
    list: parser.fragment(list),
    name: `${variable.text}-${list.text}`,
    reversed: reversed !== undefined,
    limit: attributes.get('limit'),
    offset: continues ? undefined : offset,
    continues,
  };
  return { variable, parts };
}
