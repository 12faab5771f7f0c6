/** Data whose prototypes, functions and getters notice when they are used. */
import fc from 'fast-check';
import { IDENTIFIERS, pick } from './hostile-templates.ts';

export const SECRET = 'SECRET';

/** What hostile data notices: how often any function of it ran, and how often each getter was read. */
export class Witness {
  calls = 0;
  inherited = 0;
  readonly reads: number[] = [];

  readonly call = () => {
    this.calls++;
    return SECRET;
  };

  /** An object with a getter of its own, and prototypes that are full of secrets. */
  object(entries: readonly (readonly [string, unknown])[]): object {
    const inheritedRead = () => {
      this.inherited++;
      return SECRET;
    };
    const prototype = Object.create(
      { deepest: SECRET, [Symbol.toPrimitive]: this.call, [Symbol.iterator]: this.call },
      Object.fromEntries(IDENTIFIERS.slice(0, 20).map((of) => [of, { get: inheritedRead, enumerable: true }])),
    );
    const made = Object.create(prototype);
    for (const [of, held] of entries) Object.defineProperty(made, of, { value: held, enumerable: true });
    if (!Object.hasOwn(made, 'a')) {
      const at = this.reads.push(0) - 1;
      const get = () => {
        this.reads[at] = (this.reads[at] ?? 0) + 1;
        return 'read';
      };
      Object.defineProperty(made, 'a', { get, enumerable: true });
    }
    Object.defineProperty(made, 'hidden', { value: SECRET, enumerable: false });
    made[Symbol('x')] = SECRET;
    return made;
  }

  /** An instance with methods and an accessor on its class. */
  instance(): object {
    const witness = this;
    return new (class Thing {
      a = 'own';
      readonly #private = SECRET;
      constructor2 = witness.call;
      static x = SECRET;
      get x1() {
        witness.inherited++;
        return this.#private;
      }
      toString() {
        return witness.call();
      }
      valueOf() {
        return witness.call();
      }
      toJSON() {
        return witness.call();
      }
    })();
  }
}

type Shape =
  | { readonly kind: 'text' | 'call' | 'class' | 'bound' | 'instance' }
  | { readonly entries: [string, Shape][] }
  | Shape[];

export const shape: fc.Arbitrary<Shape> = fc.letrec<{ shape: Shape }>((tie) => ({
  shape: fc.oneof(
    { depthSize: 'small' },
    fc.record({ kind: fc.constantFrom('text', 'call', 'class', 'bound', 'instance') }),
    fc.record({ entries: fc.array(fc.tuple(pick(...IDENTIFIERS), tie('shape')), { maxLength: 5 }) }),
    fc.array(tie('shape'), { maxLength: 3 }),
  ) as fc.Arbitrary<Shape>,
})).shape;

export function build(of: Shape, witness: Witness): unknown {
  if (Array.isArray(of)) return of.map((one) => build(one, witness));
  if ('entries' in of) {
    const entries = new Map(of.entries.map(([name, held]) => [name, build(held, witness)] as const));
    return witness.object([...entries]);
  }
  switch (of.kind) {
    case 'text':
      return 'own';
    case 'call':
      return Object.assign(() => witness.call(), { a: SECRET, toString: witness.call, toJSON: witness.call });
    case 'class':
      return Object.assign(class Thing {}, { a: SECRET });
    case 'bound':
      return witness.object([
        ['toString', witness.call],
        ['valueOf', witness.call],
        ['toJSON', witness.call],
        ['toISOString', witness.call],
        ['then', witness.call],
      ]);
    case 'instance':
      return witness.instance();
  }
}

/** Every way to show all there is. */
export const SHOW_ALL =
  '{{ a }}{{ a | json }}{{ x1 | join: "," }}{% for p in constructor %}{{ p }}{{ p | json }}{% endfor %}';
