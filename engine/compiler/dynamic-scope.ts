import { literal } from './literal.ts';
import type { Program } from './program.ts';
import type { LoopScope, Read, Scope } from './scope.ts';

/** Names that are looked up while rendering: for templates that share them with partials, or compute them. */
export class DynamicScope implements Scope {
  readonly isDynamic = true;
  readonly memory = 'scope.memory';
  readonly #program: Program;

  constructor(program: Program) {
    this.#program = program;
  }

  read(name: string): Read {
    return { code: `scope.read(${literal(name)})`, covered: 0 };
  }

  readComputed(name: string): string {
    return `scope.readComputed(${name})`;
  }

  assign(name: string, code: string): string {
    return `scope.assign(${literal(name)}, ${code});`;
  }

  count(name: string, step: 1 | -1): string {
    return `scope.count(${literal(name)}, ${step})`;
  }

  enterLoop({ variable, item, loop: { kind, name, length, index, columns } }: LoopScope): string {
    const object =
      kind === 'forloop'
        ? `${this.#program.helper('forLoop')}(${name}, ${length}, ${index}, scope.parentLoop())`
        : `${this.#program.helper('tableRowLoop')}(${length}, ${columns}, ${index})`;
    return `scope.enter(${literal(kind)}, ${object}); scope.put(${literal(variable)}, ${item});`;
  }

  leaveLoop(): string {
    return 'scope.leave();';
  }

  perhaps(emit: () => void): void {
    emit();
  }
}
