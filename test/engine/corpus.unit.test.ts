import { readFileSync } from 'node:fs';
import { afterEach, describe, expect, it, vi } from 'vitest';
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

function casesOf(name: string): readonly Case[] {
  const file = new URL(`../corpus/${name}`, import.meta.url);
  return (JSON.parse(readFileSync(file, 'utf8')) as { tests: readonly Case[] }).tests;
}

/** Some of the reported cases take the date from the day on which they were recorded. */
const RECORDED = Date.UTC(2026, 10, 25, 12);

const reported = casesOf('reported-cases.json');
const lax = casesOf('liquid-cases.json').filter(
  ({ tags = [] }) => !tags.some((tag) => tag === 'strict' || tag === 'strict2'),
);

const render = ({ template, templates = {}, data = {} }: Case) =>
  compileTemplate(template, { snippets: templates }).render(data);

describe('what the reference renders', () => {
  const cases = lax.filter(({ invalid, name }) => !invalid && !DEVIATIONS.has(name));

  it.each(cases.map((one) => [one.name, one] as const))('%s', (_name, one) => {
    expect(one.results ?? [one.result]).toContain(render(one));
  });

  it('is the whole of what the corpus records', () => expect(cases.length).toBeGreaterThan(500));
});

describe('what public bug reports of other engines tell', () => {
  afterEach(() => vi.useRealTimers());

  it.each(reported.map((one) => [one.name, one] as const))('%s', (_name, one) => {
    vi.useFakeTimers({ now: RECORDED, toFake: ['Date'] });
    if (one.invalid) expect(() => render(one)).toThrow(LiquidError);
    else expect(one.results ?? [one.result]).toContain(render(one));
  });

  it('is the whole of what the corpus records', () => expect(reported).toHaveLength(364));
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
