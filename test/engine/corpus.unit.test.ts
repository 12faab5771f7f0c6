import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { compileTemplate, LiquidError } from '../../engine/index.ts';

interface Case {
  readonly name: string;
  readonly template: string;
  readonly data?: object;
  readonly templates?: Record<string, string>;
  readonly tags?: readonly string[];
  readonly result?: string;
  readonly results?: readonly string[];
  /** The reference refuses the template, or fails when it renders it. */
  readonly invalid?: boolean;
}

/** Cases that are not rendered as recorded, by name, with the reason. */
const DEVIATIONS: ReadonlyMap<string, string> = new Map([]);

const file = new URL('../corpus/liquid-cases.json', import.meta.url);
const { tests } = JSON.parse(readFileSync(file, 'utf8')) as { tests: readonly Case[] };
const lax = tests.filter(({ tags = [] }) => !tags.some((tag) => tag === 'strict' || tag === 'strict2'));

const render = ({ template, templates = {}, data = {} }: Case) =>
  compileTemplate(template, { snippets: templates }).render(data);

describe('what the reference renders', () => {
  const cases = lax.filter(({ invalid, name }) => !invalid && !DEVIATIONS.has(name));

  it.each(cases.map((one) => [one.name, one] as const))('%s', (_name, one) => {
    expect(one.results ?? [one.result]).toContain(render(one));
  });

  it('is the whole of what the corpus records', () => expect(cases.length).toBeGreaterThan(500));
});

describe('blanks', () => {
  it.each([
    ['{% if true %} \n\t{% endif %}', ''],
    ['{% if true %}\u00a0{% endif %}', '\u00a0'],
    ['\u00a0{%- assign a = 1 -%}\u00a0', '\u00a0\u00a0'],
    ['{% for a in (1..2) %} {% capture b %}x{% endcapture %} {% endfor %}', ''],
    ['{% for a in (1..2) %} {% raw %} {% endraw %} {% endfor %}', '      '],
  ])('%j gives %j', (source, expected) => expect(compileTemplate(source).render()).toBe(expected));
});

describe('what the reference refuses', () => {
  it.each(lax.filter(({ invalid }) => invalid).map((one) => [one.name, one] as const))('%s', (_name, one) => {
    expect(() => render(one)).toThrow(LiquidError);
  });
});
