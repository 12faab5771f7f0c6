import { expect, it } from 'vitest';
import { draw } from '../../../../src/http/studio/drawing.ts';
import type { HomeProps } from '../../../../src/studio/pages/home/props.ts';

it('an error while a page is drawn reaches who asked, and the next page is drawn', async () => {
  const document = { title: 't', nonce: 'n', style: '', script: '/s.js', account: 'a', state: {}, marks: {} };
  const frame = { sites: [], site: null, place: null };
  const drawn = (props: unknown) => draw(document, frame, { view: 'home', props: props as HomeProps });
  await expect(drawn({})).rejects.toThrow(TypeError);
  expect(await drawn({ sites: [] })).toMatch(/^<!DOCTYPE html><html lang="fr">.*Ce compte n’a accès à aucun site\./s);
});
