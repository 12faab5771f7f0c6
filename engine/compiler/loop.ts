import type { Expression } from '../syntax/expression.ts';
import type { Emitter } from './emitter.ts';
import { literal } from './literal.ts';

/** What `for` and `tablerow` say. */
export interface LoopParts {
  readonly variable: string;
  readonly list: Expression;
  /** `variable-list`, which `offset: continue` and `forloop.name` know the loop by. */
  readonly name: string;
  readonly reversed: boolean;
  readonly limit: Expression | undefined;
  readonly offset: Expression | undefined;
  /** `offset: continue`. */
  readonly continues: boolean;
  /** Whether `limit` and `offset` are taken by the number that they begin with; else anything but an integer is an error. */
  readonly readsLeadingInteger?: true;
}

interface LoopForm {
  readonly kind: 'forloop' | 'tablerowloop';
  readonly name: string;
  /** Columns of a `tablerow`; as many as there are cells where they are not said. */
  readonly columns?: Expression | undefined;
  /** Whether where the loop stopped may be asked for. */
  readonly remembers: boolean;
  /** How one turn is emitted; the label is put before the JavaScript loop. */
  turn(index: string, length: string, columns: string): { readonly label: string; emit(): void };
  /** What is emitted for an empty list. */
  readonly otherwise: (() => void) | undefined;
}

/**
 * Emits a loop over a list, a range or a hash by index: nothing is built or copied. Every turn is charged; the output of the
 * turns is joined in pieces.
 */
export function emitLoop(to: Emitter, listCode: string, parts: LoopParts, form: LoopForm): void {
  const { list, length, start } = emitBounds(to, listCode, parts, form);
  if (form.otherwise) to.write(`if (${length} !== 0) {`);
  const index = to.name('i');
  const item = to.name('x');
  const width = columnsOf(to, form, length);
  const turn = form.turn(index, length, width ?? '');
  const outer = to.out;
  const { unitsBefore } = to;
  const before = unitsBefore === undefined ? '' : `, ${unitsBefore}`;
  const depth = to.scope.isDynamic ? to.name('d') : undefined;
  if (depth) to.write(`const ${depth} = scope.depth;`);
  const { variable, reversed } = parts;
  const position = positionCode(index, start, length, reversed);
  const columns = width === undefined ? {} : { columns: width };
  const output = to.capture(() => {
    to.write(`${turn.label}for (let ${index} = 0; ${index} < ${length}; ${index}++) {`);
    to.write('budget.spend(1);');
    to.write(
      `if (${to.out}.length > ${to.helper('CHUNK_UNITS')}) { ${outer} = budget.chunk(${outer}, ${to.out}${before}); ${to.out} = ""; }`,
    );
    if (depth) to.write(`scope.unwind(${depth});`);
    to.write(`const ${item} = ${list.at(position)};`);
    const declare = to.scope.isDynamic ? () => undefined : to.slot();
    const loop = { kind: form.kind, index, length, name: form.name, declare, ...columns };
    to.write(to.scope.enterLoop({ variable, item, loop }));
    turn.emit();
    to.write(to.scope.leaveLoop());
    to.write('}');
    if (depth) to.write(`scope.unwind(${depth});`);
  });
  to.write(`${outer} += ${output};`);
  if (form.otherwise) {
    to.write('} else {');
    form.otherwise();
    to.write('}');
  }
  to.write('}');
}

/** The variable that holds the columns of a `tablerow`. */
function columnsOf(to: Emitter, { kind, columns }: LoopForm, length: string): string | undefined {
  if (kind !== 'tablerowloop' || !columns) return kind === 'tablerowloop' ? length : undefined;
  const width = to.name('w');
  to.write(`const ${width} = ${to.helper('columns')}(${to.value(columns).code});`);
  return width;
}

const positionCode = (index: string, start: string, length: string, reversed: boolean): string => {
  const forward = reversed ? `${length} - 1 - ${index}` : index;
  return start === '0' ? forward : `${start} + ${forward}`;
};

/** Opens a block in which the list, its first index and the number of turns are known. */
function emitBounds(to: Emitter, listCode: string, parts: LoopParts, form: LoopForm) {
  const { limit, offset, continues, name, readsLeadingInteger } = parts;
  const items = to.name('c');
  const isRange = to.name('r');
  const size = to.name('z');
  const given = to.name('g');
  to.write(`{ const ${given} = ${listCode}, ${items} = ${to.helper('items')}(${given});`);
  to.write(
    `const ${isRange} = ${to.helper('isRange')}(${items}), ${size} = ${isRange} ? ${to.helper('sizeOf')}(${items}) : ${items}.length;`,
  );
  const list = {
    at: (position: string) => `${isRange} ? ${to.helper('itemAt')}(${items}, ${position}) : ${items}[${position}]`,
  };
  if (!limit && !offset && !continues) {
    if (form.remembers) to.write(`${to.scope.memory}.stopped(${literal(name)}, ${size});`);
    return { list, length: size, start: '0' };
  }
  const offsetName = to.name('f');
  const start = to.name('a');
  const length = to.name('n');
  const from = continues
    ? `${to.scope.memory}.offset(${literal(name)})`
    : offset
      ? `${to.helper(readsLeadingInteger ? 'leadingInteger' : 'offsetOf')}(${to.value(offset).code})`
      : '0';
  to.write(`const ${offsetName} = ${from}, ${start} = ${to.helper('startOf')}(${given}, ${offsetName});`);
  const most = limit ? to.value(limit).code : 'null';
  const bound = limit && readsLeadingInteger ? `${to.helper('leadingInteger')}(${most})` : most;
  to.write(`const ${length} = ${to.helper('turns')}(${given}, ${size}, ${offsetName}, ${bound});`);
  if (form.remembers) to.write(`${to.scope.memory}.stopped(${literal(name)}, ${start} + ${length});`);
  return { list, length, start };
}
