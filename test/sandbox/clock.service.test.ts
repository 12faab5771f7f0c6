import { expect, it } from 'vitest';
import { sourcesOf } from '../../sandbox/index.ts';
import { CONTENT, REQUEST, themeFiles } from '../engine/support.ts';
import { lentRenderer } from '../support/program.ts';

const renderer = await lentRenderer();

it.each([
  ['plain', 'a', false, 0],
  ['clock', "{{ 'now' | date: '%Y' }}", true, 0],
  ['incident', "{% render 'absent' %}", false, 1],
  ['both', "{{ 'now' | date: '%Y' }}{% render 'absent' %}", true, 1],
])('a page says through the sandbox whether its program read the clock: %s', async (id, section, readsClock, incidents) => {
  const version = { id: `horloge ${id}`, version: '1' };
  const files = themeFiles(section);
  for (let visit = 0; visit < 2; visit++) {
    const outcome = await renderer.render(
      { theme: version, content: version, request: REQUEST },
      { ...sourcesOf('1', files), content: async () => ({ version: '1', values: CONTENT }) },
    );
    expect(outcome).toMatchObject({ outcome: 'page', readsClock });
    expect(outcome.outcome === 'page' && outcome.incidents).toHaveLength(incidents);
  }
});
