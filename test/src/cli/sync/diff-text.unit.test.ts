import { expect, it } from 'vitest';
import { diffText } from '../../../../src/cli/sync/diff-text.ts';

const plain = (_style: unknown, text: string) => text;

it('shows a carriage return where it is all that differs', () => {
  const [, , ...lines] = diffText('assets/a.css', 'a{}\r\nb{}\r\n', 'a{}\nb{}\r\n', plain).split('\n');
  expect(lines).toEqual(['@@ -1,2 +1,2 @@', '-a{}␍', '+a{}', ' b{}␍']);
});
