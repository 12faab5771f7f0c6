import { expect, it } from 'vitest';
import { pictureAddress, pictureAt } from '../../../engine/pictures/facts.ts';
import { addressName, downloadName } from '../../../src/media/address-name.ts';

const ID = '00000000-0000-4000-8000-000000000000';

it.each([
  ['Pain de campagne.JPG', 'image/jpeg', 'pain-de-campagne.jpg'],
  ['Œufs à la coque, été 2026.png', 'image/png', 'oeufs-a-la-coque-ete-2026.png'],
  ['photo.png', 'image/webp', 'photo.webp'],
  ['v1.2', 'application/pdf', 'v1-2.pdf'],
  ['東京', 'image/gif', 'media.gif'],
  ['"><script>', 'image/svg+xml', 'script.svg'],
  ['a'.repeat(200), 'image/avif', `${'a'.repeat(80)}.avif`],
] as const)('the address of “%s” ends in plain letters', (name, type, plain) => {
  expect(addressName(name, type)).toBe(plain);
  expect(pictureAt(pictureAddress(ID, addressName(name, type)))).toBe(ID);
});

it.each([
  ['Carte d’été.pdf', 'Carte d’été.pdf'],
  ['Carte.PDF', 'Carte.PDF'],
  ['menu.bat', 'menu.bat.pdf'],
  ['menu.pdf.', 'menu.pdf..pdf'],
  ['carte\u202efdp.hta', 'cartefdp.hta.pdf'],
  ['v1.2', 'v1.2.pdf'],
])('a download of “%s” is saved as what it is', (name, saved) => {
  expect(downloadName(name, 'application/pdf')).toBe(saved);
});
