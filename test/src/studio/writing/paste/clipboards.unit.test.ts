import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { cleanPasted } from '../../../../../src/studio/writing/paste/clean-pasted.ts';
import { cleanPastedText } from '../../../../../src/studio/writing/paste/clean-pasted-text.ts';
import { laidOut } from './laid-out.ts';

const FOLDER = 'test/src/studio/writing/paste/clipboards';

const read = (folder: string, file: string): string => readFileSync(`${FOLDER}/${folder}/${file}`, 'utf8');

const clipboards = (folder: string, ending: string): string[] =>
  readdirSync(`${FOLDER}/${folder}`)
    .filter((file) => file.endsWith(ending) && !file.endsWith('.expected.html'))
    .map((file) => file.slice(0, -ending.length));

/** How many pictures a clipboard has, and how many it only names. */
const PICTURES: Readonly<Record<string, readonly [inside: number, dropped: number]>> = {
  'chromium/editor': [1, 0],
  'libreoffice/notes': [0, 1],
  'formats/outlook-mail': [0, 1],
  'formats/word-letter': [0, 1],
};

for (const [folder, fewest] of [
  ['libreoffice', 7],
  ['chromium', 8],
  ['formats', 25],
] as const) {
  describe(`clipboards/${folder}`, () => {
    const names = clipboards(folder, '.html');

    it('has them all', () => expect(names.length).toBeGreaterThanOrEqual(fewest));

    it.each(names)('%s becomes what a person expects', (name) => {
      const { html, pictures, dropped } = cleanPasted(read(folder, `${name}.html`));
      expect(laidOut(html)).toBe(read(folder, `${name}.expected.html`));
      expect([pictures.size, dropped]).toEqual(PICTURES[`${folder}/${name}`] ?? [0, 0]);
    });
  });
}

describe('clipboards/texts', () => {
  it.each(clipboards('texts', '.txt'))('%s becomes what a person expects', (name) => {
    expect(laidOut(cleanPastedText(read('texts', `${name}.txt`)))).toBe(read('texts', `${name}.expected.html`));
  });
});
