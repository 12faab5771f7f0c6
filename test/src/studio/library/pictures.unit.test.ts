import { describe, expect, it } from 'vitest';
import { readVariantName, widthsOf } from '../../../../engine/pictures/variants.ts';
import { Upload } from '../../../../src/contract/medias.ts';
import { MEDIA_LIMITS } from '../../../../src/media/limits.ts';
import { MEDIA_TYPES } from '../../../../src/media/processing/protocol.ts';
import {
  ADMITTED,
  ADMITTED_PICTURES,
  admittedType,
  sentName,
  whyNotSent,
} from '../../../../src/studio/library/admitted.ts';
import { sizeWords } from '../../../../src/studio/library/file-words.ts';
import { cropPosition, focalWords, movedFocal, pointAt } from '../../../../src/studio/library/focal.ts';
import { largeAddress, tileAddress } from '../../../../src/studio/library/pictures.ts';
import type { LibraryFile } from '../../../../src/studio/library/props.ts';

const ID = '0b6f3c1e-0000-4000-8000-000000000001';
const PHOTO: LibraryFile = {
  ...{ id: ID, src: `/medias/${ID}/four.jpg`, nom: 'Four.jpg', type: 'image/jpeg', octets: 4_100_000 },
  ...{ largeur: 4_000, hauteur: 3_000, alt: '', focal: { x: 0.5, y: 0.25 }, couleur: '#aabbcc' },
  ...{ contenu: '3f9c01d2ef45', cree_le: '2026-11-26T20:00:00Z' },
};

describe('which files are sent', () => {
  it('those of the types that the platform takes', () => {
    expect(ADMITTED.split(',')).toEqual([...MEDIA_TYPES]);
    expect(ADMITTED_PICTURES.split(',')).toEqual(MEDIA_TYPES.filter((type) => type !== 'application/pdf'));
    for (const type of MEDIA_TYPES) expect(whyNotSent({ name: 'a', type, size: 1 })).toBeNull();
  });

  it.each([
    [{ name: 'a.JPEG', type: '', size: 1 }, 'image/jpeg'],
    [{ name: 'a.svg', type: 'IMAGE/SVG+XML', size: 1 }, 'image/svg+xml'],
    [{ name: 'a.png', type: 'text/html', size: 1 }, undefined],
    [{ name: 'png', type: '', size: 1 }, undefined],
  ])('%o has the type %s', (file, type) => {
    expect(admittedType(file)).toBe(type);
  });

  it.each([
    [{ name: 'IMG_2041.HEIC', type: '', size: 9 }, /HEIC.*JPEG/],
    [{ name: 'a', type: 'image/heif', size: 9 }, /HEIC/],
    [{ name: 'page.html', type: 'text/html', size: 9 }, /JPEG, PNG, WebP, AVIF, GIF et SVG, et les PDF/],
    [{ name: 'a.jpg', type: 'image/jpeg', size: 0 }, /vide/],
    [{ name: 'a.jpg', type: 'image/jpeg', size: MEDIA_LIMITS.bytes + 12_000_000 }, /pèse 52 Mo.*40 Mo au plus/],
  ])('not %o, and the sentence says why', (file, sentence) => {
    expect(whyNotSent(file)).toMatch(sentence);
  });
});

it.each([
  ['four à pain.jpg', 'four à pain.jpg'],
  ['../../etc/passwd.png', '.. .. etc passwd.png'],
  ['a\r\nSet-Cookie: x.jpg', 'a Set-Cookie: x.jpg'],
  ['..', 'Sans nom'],
  ['\u200b', 'Sans nom'],
  [`${'x'.repeat(300)}.jpg`, `${'x'.repeat(196)}.jpg`],
])('the name %j is sent as one line that the platform takes', (name, sent) => {
  expect(sentName(name)).toBe(sent);
  expect(Upload.parse({ nom: sent })).toEqual({ nom: sent });
});

it('sizes are told in words', () => {
  expect([999, 1_500, 812_345, 4_100_000, 40_000_000].map(sizeWords)).toEqual([
    ...['999 octets', '2 ko', '812 ko', '4,1 Mo', '40 Mo'],
  ]);
});

describe('addresses in the studio', () => {
  const at = (variant: string) => `/studio/un/medias/${ID}/${variant}/four.jpg`;

  it('name variants that are made at the upload', () => {
    expect(tileAddress('/studio/un', PHOTO)).toBe(at('640-3f9c01d2ef45'));
    expect(largeAddress('/studio/un', PHOTO)).toBe(at('1280-3f9c01d2ef45'));
  });

  it('name the own width of a smaller picture', () => {
    expect(largeAddress('/studio/un', { ...PHOTO, largeur: 700, hauteur: 500 })).toBe(at('700-3f9c01d2ef45'));
  });

  it.each([
    160, 400, 639, 640, 641, 1_280, 1_300, 9_000,
  ])('of a picture of %d px name a variant that it has', (largeur) => {
    const named = [tileAddress, largeAddress].map((address) =>
      readVariantName(address('/studio/un', { ...PHOTO, largeur }).split('/')[5] ?? ''),
    );
    const widths = widthsOf({ width: largeur, height: 500 }, null);
    for (const variant of named) {
      expect(variant).toMatchObject({ ratio: null, content: PHOTO.contenu });
      expect(widths).toContain(variant?.width);
    }
  });

  it('name no variant of a drawing and of a document', () => {
    for (const type of ['image/svg+xml', 'application/pdf'])
      expect(tileAddress('/studio/un', { ...PHOTO, type })).toBe(`/studio/un/medias/${ID}/four.jpg`);
  });
});

describe('the point of interest', () => {
  it('is moved by arrows, further with Shift, and stays within the picture', () => {
    const from = { x: 0.5, y: 0.99 };
    expect(movedFocal(from, 'ArrowLeft', false)).toEqual({ x: 0.48, y: 0.99 });
    expect(movedFocal(from, 'ArrowRight', true)).toEqual({ x: 0.6, y: 0.99 });
    expect(movedFocal(from, 'ArrowDown', true)).toEqual({ x: 0.5, y: 1 });
    expect(movedFocal({ x: 0, y: 0.01 }, 'ArrowUp', false)).toEqual({ x: 0, y: 0 });
    expect(movedFocal(from, 'Enter', false)).toBeNull();
  });

  it('is kept in thousandths', () => {
    expect(pointAt(1 / 3, -0.2)).toEqual({ x: 0.333, y: 0 });
    expect(focalWords({ x: 0.333, y: 1 })).toBe('33 % depuis la gauche, 100 % depuis le haut');
  });

  it('is in the middle of crops, as far as the picture reaches', () => {
    const size = { largeur: 400, hauteur: 200 };
    expect(cropPosition(size, 1, { x: 0.5, y: 0.1 })).toBe('50% 50%');
    expect(cropPosition(size, 1, { x: 0.375, y: 0.5 })).toBe('25% 50%');
    expect(cropPosition(size, 1, { x: 0.1, y: 0.5 })).toBe('0% 50%');
    expect(cropPosition(size, 4, { x: 0.5, y: 1 })).toBe('50% 100%');
    expect(cropPosition(size, 2, { x: 0, y: 0 })).toBe('50% 50%');
  });
});
