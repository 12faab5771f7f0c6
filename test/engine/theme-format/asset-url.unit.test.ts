import { describe, expect, it } from 'vitest';
import { html, themeFiles } from '../support.ts';

describe('asset_url', () => {
  it.each([
    ['theme.css', '/theme-assets/t/theme.css'],
    ['assets/theme.css', '/theme-assets/t/assets/theme.css'],
    ['a b"<.css', '/theme-assets/t/a%20b%22%3C.css'],
  ])('%s gives %s', (name, address) => {
    expect(html(themeFiles(`{{ '${name}' | asset_url }}`))).toBe(address);
  });

  it('stylesheet_tag loads it', () => {
    expect(html(themeFiles("{{ 'theme.css' | asset_url | stylesheet_tag }}"))).toBe(
      '<link rel="stylesheet" href="/theme-assets/t/theme.css">',
    );
    expect(html(themeFiles(`{{ '"><script>' | stylesheet_tag }}`))).not.toContain('<script>');
  });
});
