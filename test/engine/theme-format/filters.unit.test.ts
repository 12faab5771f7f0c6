import { describe, expect, it } from 'vitest';
import { html, themeFiles } from '../support.ts';

describe('filters', () => {
  it.each([
    ["'#336699' | teinte: 16", '#4376a9'],
    ["'#336699' | teinte: -300", '#000000'],
    ["'#fff' | teinte: -1", '#fefefe'],
    ["'rouge' | teinte: 10", 'rouge'],
    ["'#336699' | teinte: 'x'", '#336699'],
    ['nil | teinte: 3', ''],
    ['\'a<b>\n"c"&\' | lignes', 'a&lt;b&gt;<br>&quot;c&quot;&amp;'],
    ['nil | lignes', ''],
    ["'é€😀' | base64_encode", 'w6nigqzwn5iA'],
    ["'a' | base64_encode", 'YQ=='],
    ["'ab' | base64_encode", 'YWI='],
    ["'' | base64_encode", ''],
    ["'w6nigqzwn5iA' | base64_decode", 'é€😀'],
    ["'YQ==' | base64_decode", 'a'],
    ["'??>' | base64_url_safe_encode", 'Pz8-'],
    ["'Pz8-' | base64_url_safe_decode", '??>'],
  ])('%s', (expression, expected) => {
    expect(html(themeFiles(`{{ ${expression} }}`))).toBe(expected);
  });
});

describe('filters on the objects of settings', () => {
  it.each([
    [{ type: 'color', default: '#336699' }, 'teinte: 16', '#4376a9'],
    [{ type: 'color', default: ' #fff ' }, 'teinte: -1', '#fefefe'],
    [{ type: 'color', default: 'red' }, 'teinte: 16', 'red'],
    [{ type: 'textarea', default: '<b>\r\n&' }, 'lignes', '&lt;b&gt;<br>&amp;'],
    [{ type: 'video_url', default: '/a?b&c="' }, 'lignes', '/a?b&amp;c=&quot;'],
    [{ type: 'image_picker', default: 'a b.svg' }, 'asset_url', '/theme-assets/t/a%20b.svg'],
    [{ type: 'url', default: '/a.css' }, 'stylesheet_tag', '<link rel="stylesheet" href="/a.css">'],
    [{ type: 'font_picker', default: 'lora' }, 'font_famille', '"Lora", Georgia, Cambria, "Times New Roman", serif'],
    [{ type: 'font_picker', default: 'comic-sans' }, 'font_famille', ''],
  ])('%j | %s', (setting, filter, expected) => {
    const files = themeFiles(`{{ settings.a | ${filter} }}`, {
      'config/settings_schema.json': JSON.stringify([{ settings: [{ id: 'a', ...setting }] }]),
    });
    expect(html(files)).toBe(expected);
  });
});
