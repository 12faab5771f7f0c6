import { expect, it } from 'vitest';
import { namedPictures, versionWithPictures } from '../../../src/media/named-pictures.ts';

const ID = '0b5c1f6e-1111-4222-8333-444455556666';
const OTHER = '1b5c1f6e-1111-4222-8333-444455556666';

it('pictures are found in the data of a theme, however its slashes are written, each once', () => {
  const files = {
    'config/settings_data.json': `{"current": {"logo": "\\/medias\\/${OTHER}\\/a.jpg"}}`,
    'templates/index.json': `{"photo": {"src": "/medias/${ID}/b.jpg"}, "other": "/medias/${ID}/c.jpg"}`,
    'templates/page.json': '{"photo": "/medias/0b5c1f6e/b.jpg"}',
  };
  expect(namedPictures(files)).toEqual([ID, OTHER]);
});

it('none is found in its code', () => {
  const files = { 'sections/a.liquid': `/medias/${ID}/b.jpg`, 'config/settings_schema.json': `"/medias/${ID}/b.jpg"` };
  expect(namedPictures(files)).toEqual([]);
});

it('each set of pictures has a version of the content of its own', () => {
  const versions = [[], [ID], [OTHER], [ID, OTHER]].map((ids) => versionWithPictures('2026-01-01', ids));
  expect(new Set([...versions, versionWithPictures('2026-01-02', [ID])]).size).toBe(5);
  expect(versionWithPictures('2026-01-01', [ID])).toBe(versions[1]);
});
