import { expect, it } from 'vitest';
import { shownCandidate } from '../../../../src/studio/preview/library-addresses.ts';

const ID = '0b6f3c1e-0000-4000-8000-000000000001';
const at = (width: number) => `/medias/${ID}/${width}-3f9c01d2ef45/four.jpg`;
const srcset = (...widths: number[]) => widths.map((width) => `${at(width)} ${width}w`).join(', ');

it.each([
  ['the largest up to 1280 px', srcset(320, 640, 1280, 1600, 2560), { address: at(1280), descriptor: '1280w' }],
  ['in whatever order they stand', srcset(1600, 960, 320), { address: at(960), descriptor: '960w' }],
  ['the narrowest where all are wider', srcset(2560, 1600), { address: at(1600), descriptor: '1600w' }],
  ['one without a width', `/medias/${ID}/four.jpg`, { address: `/medias/${ID}/four.jpg`, descriptor: '' }],
  ['none that is of another host', `https://exemple.fr${at(640)} 640w`, null],
  ['none that leads out of the library', `/medias/${ID}/../../compte 640w`, null],
  ['none that is no picture of a library', '/medias/x/a.jpg 640w, a.jpg 2x', null],
  ['none where there is none', '', null],
])('of several widths a preview shows %s', (_, written, shown) => {
  expect(shownCandidate(written)).toEqual(shown);
});
