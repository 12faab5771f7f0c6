import { expect, it } from 'vitest';
import { drawer } from '../../../src/http/drawing.ts';
import type { HomeProps } from '../../../src/studio/pages/home/props.ts';
import type { Draw } from '../../../src/studio/pages/props.ts';

it('a page that cannot be drawn is an error of the program, and the next page is drawn', async () => {
  const document = { title: 't', nonce: 'n', style: '', script: '/s.js', account: 'a', state: {}, marks: {} };
  const frame = { sites: [], site: null, place: null };
  const { draw } = await drawer<Draw>('studio/server.tsx');
  const drawn = (props: unknown) => draw(document, frame, { view: 'home', props: props as HomeProps });
  expect(() => drawn({})).toThrow(TypeError);
  expect(drawn({ sites: [] })).toMatch(/^<!DOCTYPE html><html lang="fr">.*Ce compte n’a accès à aucun site\./s);
});
