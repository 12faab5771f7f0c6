import type { Node } from '@tiptap/pm/model';
import { EditorState, type Plugin, type Transaction } from '@tiptap/pm/state';
import { expect, it } from 'vitest';
import { parseContent } from '../../../../../src/studio/writing/html/content.ts';
import { serialise } from '../../../../../src/studio/writing/html/serialise.ts';
import { BlockAttributes } from '../../../../../src/studio/writing/schema/block-attributes.ts';
import { CONTENT_SCHEMA } from '../../../../../src/studio/writing/schema/content-schema.ts';

const plugins = (BlockAttributes.config.addProseMirrorPlugins as unknown as () => Plugin[]).call(undefined);

function after(html: string, change: (transaction: Transaction) => Transaction): Node {
  const state = EditorState.create({ doc: CONTENT_SCHEMA.nodeFromJSON(parseContent(html).doc), plugins });
  return state.apply(change(state.tr)).doc;
}

const TWO = '<p id="a" class="b">Un deux</p>\n<p>fin</p>';

it('of two halves the first keeps the id', () => {
  const doc = after(TWO, (transaction) => transaction.split(4));
  expect(doc.children.map((node) => [node.textContent, node.attrs.kept])).toEqual([
    ['Un ', { id: 'a', class: 'b' }],
    ['deux', { class: 'b' }],
    ['fin', null],
  ]);
  expect(serialise(doc)).toBe('<p id="a" class="b">Un </p>\n<p class="b">deux</p>\n<p>fin</p>');
});

it('a block with an empty paragraph put before it keeps its bytes and its id', () => {
  const doc = after(TWO, (transaction) => transaction.split(1));
  expect(serialise(doc)).toBe('<p class="b"></p>\n<p id="a" class="b">Un deux</p>\n<p>fin</p>');
});

it('a block with an empty paragraph put after it keeps its bytes and its id', () => {
  const doc = after(TWO, (transaction) => transaction.split(8));
  expect(serialise(doc)).toBe('<p id="a" class="b">Un deux</p>\n<p class="b"></p>\n<p>fin</p>');
});

it('an item of a list is divided like a block', () => {
  const doc = after('<ul><li id="i">un deux</li></ul>', (transaction) => transaction.split(6, 2));
  expect(serialise(doc)).toBe('<ul><li id="i">un </li><li>deux</li></ul>');
});

it('halves that are joined again are written as before', () => {
  const doc = after(TWO, (transaction) => transaction.split(4).join(5));
  expect(serialise(doc)).toBe(TWO);
});

it('a change that splits nothing is followed by none', () => {
  const doc = after(TWO, (transaction) => transaction.insertText('x', 1));
  expect(doc.child(0).attrs.source).not.toBeNull();
  expect(serialise(doc)).toBe('<p id="a" class="b">xUn deux</p>\n<p>fin</p>');
});
