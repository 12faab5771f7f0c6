import { expect, it } from 'vitest';
import { html, themeFiles } from '../support.ts';

it('the settings of the theme are the declared defaults under the current values', () => {
  const files = themeFiles('{{ settings.a }} {{ settings.b }} {{ settings.c }}', {
    'config/settings_schema.json': JSON.stringify([
      { name: 'G', settings: [{ type: 'text', id: 'a', default: 'da' }] },
      {
        name: 'H',
        settings: [
          { type: 'text', id: 'b', default: 'db' },
          { type: 'text', id: 'c' },
        ],
      },
    ]),
    'config/settings_data.json': '{"current": {"b": "vb"}}',
  });
  expect(html(files)).toBe('da vb ');
});
