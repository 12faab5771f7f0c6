/**
 * Injection is impossible by construction: text of a template enters emitted code only as a JavaScript string literal.
 * Hostile templates and themes are compiled, and the emitted program is read back by a parser that is not ours.
 */

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { templateUnits } from '../../engine/compiler/compile-template.ts';
import { TAG_PARSERS } from '../../engine/compiler/tags/index.ts';
import { FILTER_RUNS } from '../../engine/filters/index.ts';
import { compileTemplate, compileTheme, LiquidError, loadTheme } from '../../engine/index.ts';
import { runtime } from '../../engine/runtime/index.ts';
import { runs } from '../support/soak.ts';
import { build, SECRET, SHOW_ALL, shape, Witness } from './hostile-data.ts';
import { IDENTIFIERS, input, pick, plainValue, text } from './hostile-templates.ts';
import { themeFiles } from './hostile-themes.ts';
import { complaintsOf } from './program-audit.ts';
import { CONTENT, REQUEST } from './support.ts';

/** Low, so that a loop over everything ends at once. */
const LIMITS = { timeMs: 100, objects: 20_000 };

const RUNS = runs(150, 5_000);

const WATCHED: ReadonlyMap<string, object> = new Map<string, object>([
  ['globalThis', globalThis],
  ...[Object, Array, String, Function, Number, Boolean, BigInt, Symbol, Map, Set, RegExp, Error, Promise].flatMap(
    (type) => [[type.name, type] as const, [`${type.name}.prototype`, type.prototype as object] as const],
  ),
  ['JSON', JSON],
  ['Math', Math],
  ['Reflect', Reflect],
  ['runtime', runtime],
  ['budget', Object.getPrototypeOf(runtime.budget)],
  ['page', Object.getPrototypeOf(runtime.page)],
]);

/** Every property of every watched object, with what it holds. */
function snapshot(): Map<string, unknown> {
  const found = new Map<string, unknown>();
  for (const [path, object] of WATCHED) {
    found.set(`${path} prototype`, Object.getPrototypeOf(object));
    const descriptors = Object.getOwnPropertyDescriptors(object) as Record<PropertyKey, PropertyDescriptor>;
    for (const key of Reflect.ownKeys(descriptors)) {
      // V8 keeps the last match of any regular expression here.
      if (path === 'RegExp' && typeof key === 'string' && /^(\$|input$|last|left|right)/.test(key)) continue;
      const { value, get, set, writable, enumerable, configurable } = descriptors[key] ?? {};
      for (const [part, held] of Object.entries({ value, get, set, writable, enumerable, configurable })) {
        found.set(`${path} ${String(key)} ${part}`, held);
      }
    }
  }
  for (const [key, held] of FILTER_RUNS) found.set(`filter ${key}`, held);
  for (const [key, held] of TAG_PARSERS) found.set(`tag ${key}`, held);
  return found;
}

// Node loads some of its globals when they are first looked at.
snapshot();

/** @returns tells what a run added, removed or replaced since the run before it */
function watching(): (run: () => void) => string[] {
  let before = snapshot();
  return (run) => {
    run();
    const after = snapshot();
    const changed = [...after].filter(([key, held]) => !before.has(key) || !Object.is(before.get(key), held));
    const removed = [...before.keys()].filter((key) => !after.has(key));
    before = after;
    return [...changed.map(([key]) => key), ...removed];
  };
}

/** What a run gives, or the LiquidError that ended it; anything else is thrown. */
function outcomeOf<T>(run: () => T): T | LiquidError {
  try {
    const result = run();
    if (typeof result !== 'string' && !Array.isArray(result)) throw new TypeError(`a render gave ${typeof result}`);
    return result;
  } catch (error) {
    if (error instanceof LiquidError) return error;
    throw error;
  }
}

const data = fc.dictionary(pick(...IDENTIFIERS), plainValue, { maxKeys: 8 });

describe('a hostile template', () => {
  it('becomes units in which its text stands in string literals only', () => {
    let compiled = 0;
    fc.assert(
      fc.property(input, ({ source: of, ...options }) => {
        const units = outcomeOf(() => templateUnits(of, options));
        if (units instanceof LiquidError) return;
        compiled++;
        expect(units.flatMap(({ code }) => complaintsOf(code))).toEqual([]);
      }),
      { numRuns: RUNS },
    );
    // A generator whose templates are all refused would show nothing.
    expect(compiled).toBeGreaterThan(RUNS / 2);
  });

  it('gives a text or a LiquidError, and leaves the realm as it was', () => {
    let rendered = 0;
    const changesOf = watching();
    fc.assert(
      fc.property(input, data, ({ source: of, ...options }, values) => {
        const changes = changesOf(() => {
          const result = outcomeOf(() => compileTemplate(of, { ...options, limits: LIMITS }).render(values));
          if (typeof result === 'string') rendered++;
        });
        expect(changes).toEqual([]);
      }),
      { numRuns: RUNS },
    );
    expect(rendered).toBeGreaterThan(RUNS / 4);
  });
});

describe('a hostile theme', () => {
  it('becomes units in which its text stands in string literals only, and renders without a trace', () => {
    let shown = 0;
    const changesOf = watching();
    fc.assert(
      fc.property(themeFiles, text, (files, themeId) => {
        const changes = changesOf(() => {
          expect(compileTheme(files).flatMap(({ code }) => complaintsOf(code))).toEqual([]);
          const loaded = loadTheme(themeId, files, Date.now, LIMITS);
          if (loaded.render(CONTENT, REQUEST).outcome === 'page') shown++;
        });
        expect(changes).toEqual([]);
      }),
      { numRuns: RUNS },
    );
    expect(shown).toBeGreaterThan(RUNS / 3);
  });
});

describe('hostile data', () => {
  it('shows nothing of a prototype, and runs nothing', () => {
    const entries = fc.array(fc.tuple(pick(...IDENTIFIERS), shape), { minLength: 2, maxLength: 8 });
    fc.assert(
      fc.property(input, entries, ({ source: of, ...options }, fields) => {
        const witness = new Witness();
        const values = build({ entries: fields }, witness) as object;
        for (const each of [of, SHOW_ALL]) {
          witness.reads.fill(0);
          const result = outcomeOf(() => compileTemplate(each, { ...options, limits: LIMITS }).render(values));
          const shown = typeof result === 'string' ? result : result.message;
          expect(shown).not.toContain(SECRET);
          expect(shown).not.toMatch(/\[native code\]|\[object |class Thing/);
          expect(witness).toMatchObject({ calls: 0, inherited: 0 });
          expect(Math.max(0, ...witness.reads)).toBeLessThanOrEqual(1);
        }
      }),
      { numRuns: RUNS },
    );
  });

  it('may contain itself', () => {
    const values: Record<string, unknown> = { list: [] };
    values.self = values;
    (values.list as unknown[]).push(values.list, values);
    for (const of of [
      '{{ self }}',
      '{{ self | json }}',
      '{{ list }}',
      '{{ list | join }}',
      '{{ list | uniq | size }}',
    ]) {
      outcomeOf(() => compileTemplate(of, { limits: LIMITS }).render(values));
    }
  });

  it.each([
    ['a list whose iterator is its own', (run: () => unknown) => Object.assign([1], { [Symbol.iterator]: run })],
    ['a list of a class with its own iterator', (run: () => unknown) => listOfAClass(run)],
    ['a date whose toISOString is its own', (run: () => unknown) => Object.assign(new Date(0), { toISOString: run })],
  ])('is copied without running it: %s', (_, make) => {
    let calls = 0;
    const run = () => {
      calls++;
      return [][Symbol.iterator]();
    };
    outcomeOf(() => compileTemplate('{{ a }}').render({ a: make(run) }));
    expect(calls).toBe(0);
  });
});

function listOfAClass(run: () => unknown): unknown[] {
  class Sly extends Array<unknown> {
    override [Symbol.iterator](): ArrayIterator<unknown> {
      return run() as ArrayIterator<unknown>;
    }
  }
  return new Sly(1, 2);
}

describe('the audit', () => {
  const program = (body: string) => `((runtime) => {\n"use strict";\n${body}\n})`;

  it.each([
    'process.exit();',
    'let v0; v0 = constructor;',
    'output.constructor;',
    'output[runtime.x];',
    'new Function("x")();',
    'import("x");',
    'output`x`;',
    'output += `x`;',
    'output += "x"; // text',
    'output += "x"; /* text */',
    'output += /text/;',
    'return {text: 1};',
    'return {get places() { return 1; }};',
    'return {[output.length]: 1};',
    'async () => 1;',
    'debugger;',
    'throw v0;',
    'output += v7;',
    'let v0; { let v0; }',
    'output += \\u0061;',
    'class v0 {}',
    'for (const v0 in output) ;',
  ])('refuses %s', (body) => {
    const refused = () => {
      const complaints = complaintsOf(program(body));
      if (complaints.length > 0) throw new SyntaxError(complaints.join());
    };
    expect(refused).toThrow();
  });

  it('allows what the compiler writes', () => {
    expect(complaintsOf(program('let v0 = "// `; "; return {rendered: v0?.["constructor"], [""]: 1};'))).toEqual([]);
  });
});

describe('names of JavaScript mean nothing', () => {
  it.each([
    ['{{ 1 | valueOf }}', '1'],
    ['{{ "x" | constructor | __proto__ | toString }}', 'x'],
    ['{{ x.constructor }}{{ x["constructor"]["constructor"] }}{{ x.__proto__ }}{{ s.length }}{{ l.length }}', ''],
    ['{% assign k = "constructor" %}{{ x[k] }}{{ s[k] }}{{ l[k] }}{{ [k] }}{{ n[k] }}', ''],
    ['{% assign __proto__ = 1 %}{{ __proto__ }}{{ x.__proto__ }}', '1'],
    ['{% assign __proto__.polluted = 1 %}{{ x.polluted }}', ''],
    ['{% increment constructor %}{% increment constructor %}{{ constructor }}', '012'],
    ['{% decrement __proto__ %}{{ __proto__ }}', '-1-1'],
    ['{% capture toString %}a{% endcapture %}{{ toString }}{{ x }}', 'a{}'],
    [
      '{% for constructor in (1..2) %}{{ constructor }}{{ forloop.constructor }}{{ forloop.__proto__ }}{% endfor %}',
      '12',
    ],
    [
      '{% tablerow p in l %}{{ tablerowloop.constructor }}{% endtablerow %}',
      '<tr class="row1">\n<td class="col1"></td></tr>\n',
    ],
    ['{% cycle "__proto__": "a", "b" %}{% cycle "constructor": "a", "b" %}', 'aa'],
    ['{{ l | map: "constructor" }}{{ l | where: "__proto__" | size }}{{ l | sum: "constructor" }}', '00'],
    ['{{ x | json }}{{ "a" | default: "b", __proto__: 1 }}', '{}a'],
    ['{% if x contains "constructor" or s contains "constructor" or x.toString %}yes{% endif %}', ''],
  ])('%s', (of, expected) => {
    expect(compileTemplate(of).render({ x: {}, s: 'text', l: [{}], n: 1 })).toBe(expected);
  });

  it.each([
    '{% render "constructor" %}',
    '{% include "__proto__" %}',
    '{% assign a = "toString" %}{% include a %}',
  ])('of a snippet that does not exist: %s', (of) => expect(() => compileTemplate(of).render()).toThrow(LiquidError));

  it('of a snippet that does exist', () => {
    const named = Object.fromEntries([['__proto__', '{{ constructor }}']]) as Record<string, string>;
    const of = '{% render "__proto__", constructor: 1 %}{% include "__proto__", constructor: 2 %}';
    expect(compileTemplate(of, { snippets: named }).render()).toBe('12');
  });
});
