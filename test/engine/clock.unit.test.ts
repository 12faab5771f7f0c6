import { describe, expect, it } from 'vitest';
import { loadTheme, type ThemeFiles } from '../../engine/index.ts';
import { DEFAULT_LIMITS } from '../../engine/limits.ts';
import { budget } from '../../engine/runtime/budget.ts';
import type { UnitFactory } from '../../engine/runtime/link.ts';
import { page } from '../../engine/runtime/page.ts';
import { ThemeProgram } from '../../engine/theme/program.ts';
import { Theme } from '../../engine/theme/theme.ts';
import { CONTENT, REQUEST, renderTheme, themeFiles } from './support.ts';

const readsClock = (files: ThemeFiles): unknown => {
  const result = renderTheme(files);
  return result.outcome === 'page' ? result.readsClock : result;
};

describe('a page tells that its program read the clock', () => {
  it.each([
    "{{ 'now' | date: '%s' }}",
    "{{ 'today' | date: '%Y' }}",
    "{{ 'NOW' | date: 'x' }}",
    "{{ '12:30' | date: '%F' }}",
    "{{ 'March 14' | date: '%F' }}",
    "{{ 'monday 10:00' | date: '%F' }}",
    "{{ '-073' | date: '%F' }}",
    "{% assign n = 'now' | date: '%s' %}",
    "{% capture c %}{{ 'now' | date: '%s' }}{% endcapture %}",
    "{% assign a = 'a,now' | split: ',' %}{% for w in a %}{{ w | date: '%s' }}{% endfor %}",
    "{% render 'k' %}",
    "{% include 'k' %}",
    "{% section 't' %}",
    "{{ 'now' | date: '%s' }}{% render 'absent' %}",
  ])('%s', (section) => {
    const file = "{{ 'now' | date: '%s' }}";
    expect(readsClock(themeFiles(section, { 'snippets/k.liquid': file, 'sections/t.liquid': file }))).toBe(true);
  });

  it('in its layout', () => {
    const layout = "{{ content_for_layout }}{{ 'now' | date: '%Y' }}";
    expect(readsClock(themeFiles('a', { 'layout/theme.liquid': layout }))).toBe(true);
  });
});

describe('a page tells that its program did not read the clock', () => {
  it.each([
    'a',
    "{{ 'now' }}",
    "{{ 'now' | date: '' }}",
    "{{ '2016-03-14' | date: '%F' }}",
    "{{ 'March 14, 2016 10:20' | date: '%F %T' }}",
    "{{ '2016-03-14T10:20:30.5+02:00' | date: '%s' }}",
    "{{ '2016-073' | date: '%F' }}",
    "{{ 1457951430 | date: '%F' }}",
    "{{ 'hello' | date: '%F' }}{{ nil | date: '%F' }}{{ '' | date: '%F' }}",
    "{% if false %}{{ 'now' | date: '%s' }}{% endif %}",
  ])('%s', (section) => expect(readsClock(themeFiles(section))).toBe(false));

  it('however often its budget had to look at the clock', () => {
    let looks = 0;
    const files = themeFiles('{% for i in (1..200000) %}{% endfor %}');
    const theme = loadTheme('t', files, () => ++looks);
    expect(theme.render(CONTENT, REQUEST)).toMatchObject({ outcome: 'page', readsClock: false });
    expect(looks).toBeGreaterThan(5);
  });

  it('though the page before did', () => {
    const files = themeFiles("{% if page.demande == 'merci' %}{{ 'now' | date: '%s' }}{% endif %}");
    const theme = loadTheme('t', files, Date.now);
    const thanked = { ...REQUEST, page: { ...REQUEST.page, demande: 'merci' as const } };
    expect(
      [REQUEST, thanked, REQUEST].map((request) => {
        const result = theme.render(CONTENT, request);
        return result.outcome === 'page' && result.readsClock;
      }),
    ).toEqual([false, true, false]);
  });
});

const LAYOUT_UNIT: UnitFactory = () => ({
  run: () => page.content_for_layout,
  isSteady: false,
  rendered: [],
  lines: '[0]',
});

it('a section that read the clock is never kept, whatever is known of it', () => {
  let now = 0;
  const section = { type: 's', run: () => String(budget.now()), object: {}, isSteady: true };
  // The compiler knows of no section that reads the clock that it is steady: one whose templates say so stands in for it.
  const theme = new (class extends Theme {
    override template() {
      return [section];
    }
  })('t', new ThemeProgram([{ path: 'layout/theme.liquid', factory: LAYOUT_UNIT }], undefined), themeFiles(''));
  const render = () => theme.render(CONTENT, REQUEST, () => now, DEFAULT_LIMITS);
  const first = render();
  now = 5;
  expect([first, render()]).toMatchObject([
    { html: '0', readsClock: true },
    { html: '5', readsClock: true },
  ]);
});
