import type { Expression, Name } from '../../syntax/expression.ts';
import { endOfMatch, FRAGMENT, SOME_BLANKS, valuesByName } from '../../syntax/lax-parser.ts';
import { LiquidSyntaxError } from '../../syntax/syntax-error.ts';
import type { Markup, TagToken } from '../../syntax/token.ts';
import { emitLoop, type LoopParts } from '../loop.ts';
import type { Tag, TagParser } from '../tag.ts';

/** `{% tablerow item in list cols: a limit: b offset: c %}…{% endtablerow %}`: cells of a table, row after row. */
export const tablerow: Tag = (token, parser) => {
  const { variable, list } = strictHead(token.markup, parser) ?? laxHead(token, parser);
  const attributes = valuesByName(parser.attributes(token.markup));
  const bounds = ['limit', 'offset', 'cols'].flatMap((name) => attributes.get(name) ?? []);
  parser.means?.({ kind: 'loop', variable, list, bounds });
  const columns = attributes.get('cols');
  const { body } = parser.block(token);
  const parts: LoopParts = {
    variable: variable.text,
    list,
    name: '',
    reversed: false,
    limit: attributes.get('limit'),
    offset: attributes.get('offset'),
    continues: false,
    readsLeadingInteger: true,
  };
  return {
    blank: body.blank,
    emit(to) {
      to.place(token.start);
      const given = to.name('t');
      const ended = to.name('b');
      to.write(`{ const ${given} = ${to.value(list).code}; if (${to.helper('truthy')}(${given})) {`);
      to.text('<tr class="row1">\n');
      emitLoop(to, given, parts, {
        kind: 'tablerowloop',
        name: '""',
        columns,
        remembers: false,
        otherwise: undefined,
        turn: (index, length, width) => ({
          label: '',
          emit() {
            const cell = to.name('l');
            to.write(`${to.out} += \`<td class="col\${${index} % ${width} + 1}">\`;`);
            to.write(`let ${ended} = false; ${cell}: {`);
            to.loop({ break: `{ ${ended} = true; break ${cell}; }`, continue: `break ${cell};` }, () => to.body(body));
            to.write('}');
            to.text('</td>');
            to.write(`if (${ended}) break;`);
            to.write(`if ((${index} + 1) % ${width} === 0 && ${index} + 1 < ${length}) {`);
            to.write(`${to.out} += \`</tr>\\n<tr class="row\${(${index} + 1) / ${width} + 1}">\`; }`);
          },
        }),
      });
      to.text('</tr>\n');
      to.write('} }');
    },
  };
};

interface Head {
  readonly variable: Name;
  readonly list: Expression;
}

function strictHead(markup: Markup, parser: TagParser): Head | undefined {
  const head = parser.strict(markup, (strict) => {
    const head = strict.loopHead();
    strict.attributes();
    return head;
  });
  if (head) parser.noted(head.list);
  return head;
}

const HEAD = new RegExp(`(?<!\\w)(\\w+)${SOME_BLANKS}in${SOME_BLANKS}((?:${FRAGMENT})+)`);

function laxHead({ markup, start }: TagToken, parser: TagParser): Head {
  const match = HEAD.exec(markup.text);
  if (!match) throw new LiquidSyntaxError('tablerow attend « élément in liste »', start);
  const [, variable = '', list = ''] = match;
  const named = { text: variable, offset: markup.offset + match.index };
  return { variable: named, list: parser.fragment(endOfMatch(markup, match, list)) };
}
