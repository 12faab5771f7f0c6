import { expect, it } from 'vitest';
import { PreviewVersions, previewId } from '../../../src/sites/preview-versions.ts';

const THEME = '11111111-1111-4111-8111-111111111111';
const AUTHOR = '22222222-2222-4222-8222-222222222222';

it('a preview has an id of its own for each theme and author, in the form of a UUID, and the same each time', () => {
  const ids = [previewId(THEME, AUTHOR), previewId(AUTHOR, THEME), previewId(THEME, THEME), THEME, AUTHOR];
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids[0]).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  expect(previewId(THEME, AUTHOR)).toBe(ids[0]);
});

it('versions grow as text with each other content, and stay while there is none', () => {
  const versions = new PreviewVersions();
  const of = (files: Readonly<Record<string, string>>) => versions.of('a', files);
  const seen = [of({ x: 'un', y: '' })];
  expect(of({ y: '', x: 'un' })).toBe(seen[0]);
  versions.of('b', { x: 'autre' });
  expect(of({ x: 'un', y: '' })).toBe(seen[0]);
  // What could be taken for another content when paths and texts are put together.
  const contents = [{ x: 'un' }, { x: '', y: 'un' }, { x: 'un\ny\n0\n' }, { x: 'un', y: '' }, { z: 'un', y: '' }, {}];
  for (const files of [...contents, ...contents]) seen.push(of(files));
  expect(seen).toEqual([...new Set(seen)].sort());
});
