import { literal } from './literal.ts';
import { type LoopScope, loopObject, type Read, type Scope } from './scope.ts';
import type { Unit } from './unit.ts';

/** Variables that are looked up by name while rendering: for templates that share them with partials, or compute their names. */
export class DynamicScope implements Scope {
  readonly isDynamic = true;
  readonly memory = 'scope.memory';
  readonly #unit: Unit;

  constructor(unit: Unit) {
    this.#unit = unit;
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
    const object = loopObject(this.#unit, loop, 'scope.parentLoop()');
    return `scope.enter(${literal(loop.kind)}, ${object}); scope.put(${literal(variable)}, ${item});`;
  }

  leaveLoop(): string {
    return 'scope.leave();';
  }

  perhaps(emit: () => void): void {
    emit();
  }
}
