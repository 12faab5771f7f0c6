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
}

export interface LoopForm {
  readonly kind: 'forloop' | 'tablerowloop';
  readonly name: string;
  readonly columns?: string;
  /** Whether where the loop stopped may be asked for. */
  readonly remembers: boolean;
  /** How one turn is emitted; the label is put before the JavaScript loop. */
  turn(index: string, length: string): { readonly label: string; emit(): void };
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
  const turn = form.turn(index, length);
  const outer = to.out;
  const depth = to.scope.isDynamic ? to.name('d') : undefined;
  if (depth) to.write(`const ${depth} = scope.depth;`);
  const { variable, reversed } = parts;
  const position = positionCode(index, start, length, reversed);
  const columns = form.columns === undefined ? {} : { columns: form.columns };
  const output = to.capture(() => {
    to.write(`${turn.label}for (let ${index} = 0; ${index} < ${length}; ${index}++) {`);
    to.write('budget.spend(1);');
    to.write(
      `if (${to.out}.length > ${to.helper('PIECE_UNITS')}) { ${outer} = budget.piece(${outer}, ${to.out}); ${to.out} = ""; }`,
    );
    if (depth) to.write(`scope.unwind(${depth});`);
    to.write(`const ${item} = ${list.at(position)};`);
    const loop = { kind: form.kind, index, length, name: form.name, ...columns };
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

const positionCode = (index: string, start: string, length: string, reversed: boolean): string => {
  const forward = reversed ? `${length} - 1 - ${index}` : index;
  return start === '0' ? forward : `${start} + ${forward}`;
};

/** Opens a block in which the list, its first index and the number of turns are known. */
function emitBounds(to: Emitter, listCode: string, parts: LoopParts, form: LoopForm) {
  const { limit, offset, continues, name } = parts;
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
    : `${to.helper('offsetOf')}(${offset ? to.value(offset).code : 'null'})`;
  to.write(`const ${offsetName} = ${from}, ${start} = ${to.helper('startOf')}(${given}, ${offsetName});`);
  to.write(
    `const ${length} = ${to.helper('turns')}(${given}, ${size}, ${offsetName}, ${limit ? to.value(limit).code : 'null'});`,
  );
  if (form.remembers) to.write(`${to.scope.memory}.stopped(${literal(name)}, ${start} + ${length});`);
  return { list, length, start };
}
