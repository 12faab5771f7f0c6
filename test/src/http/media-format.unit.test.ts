import { expect, it } from 'vitest';
import { chooseFormat } from '../../../src/http/media-format.ts';

const CHROME = 'image/avif,image/webp,image/apng,image/svg+xml,image/*,*/*;q=0.8';
const photo = { kind: 'photo', type: 'image/jpeg' } as const;

it.each([
  [CHROME, true, { format: 'avif', wishesAvif: false }],
  [CHROME, false, { format: 'webp', wishesAvif: true }],
  ['image/webp', true, { format: 'webp', wishesAvif: false }],
  ['IMAGE/WEBP; q=0.5', true, { format: 'webp', wishesAvif: false }],
  ['image/webp;q=0.0, */*', true, { format: 'jpg', wishesAvif: false }],
  ['image/*', true, { format: 'jpg', wishesAvif: false }],
  [undefined, true, { format: 'jpg', wishesAvif: false }],
])('a photograph for %s, AVIF made: %s', (accept, hasAvif, choice) => {
  expect(chooseFormat({ accept, hasAvif, ...photo })).toEqual(choice);
});

it('what may be seen through stays so without WebP', () => {
  const chosen = ['image/png', 'image/webp', 'image/gif', 'image/avif'].map((type) =>
    chooseFormat({ accept: '*/*', kind: 'photo', type, hasAvif: false }),
  );
  expect(chosen.map(({ format }) => format)).toEqual(['png', 'png', 'png', 'png']);
});

it('what moves is never AVIF', () => {
  const question = { accept: CHROME, kind: 'animation', type: 'image/gif' } as const;
  expect(chooseFormat({ ...question, hasAvif: true })).toEqual({ format: 'webp', wishesAvif: false });
});
