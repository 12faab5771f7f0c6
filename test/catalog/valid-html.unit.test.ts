import { describe, expect, it } from 'vitest';
import { htmlValidator } from '../support/html-faults.ts';
import { editionsOf, furtherViewsOf, rendererOf, shownThemes, viewsOf } from '../support/shown-theme.ts';

const validator = htmlValidator();

describe.each(await shownThemes())('$id', (shown) => {
  it.each(editionsOf(shown))('is valid HTML in the edition $edition', async ({ edition, files }) => {
    const isDemo = edition === shown.site.edition;
    const views = { ...viewsOf(shown.site), ...(isDemo && furtherViewsOf(shown.site)) };
    const render = rendererOf(files, shown.site);
    const found: string[] = [];
    for (const [name, view] of Object.entries(views)) {
      const html = render(view);
      const { results } = await validator.validateString(html);
      for (const { line, column, message } of results.flatMap(({ messages }) => messages)) {
        const place = html.split('\n')[line - 1]?.slice(Math.max(0, column - 40), column + 80);
        found.push(`${name}: ${message}: ${place}`);
      }
    }
    expect(found).toEqual([]);
  });
});
