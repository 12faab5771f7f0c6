import { literal } from './literal.ts';
import type { Program } from './program.ts';
import { type LoopScope, loopObject, type Read, type Scope } from './scope.ts';

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

  enterLoop({ variable, item, loop }: LoopScope): string {
    const object = loopObject(this.#program, loop, 'scope.parentLoop()');
    return `scope.enter(${literal(loop.kind)}, ${object}); scope.put(${literal(variable)}, ${item});`;
  }

  leaveLoop(): string {
    return 'scope.leave();';
  }

  perhaps(emit: () => void): void {
    emit();
  }
}
