import { expect, it } from 'vitest';
import { diffText } from '../../../../src/cli/sync/diff-text.ts';

const plain = (_style: unknown, text: string) => text;

it('shows a carriage return where it is all that differs', () => {
  const versions = { path: 'assets/a.css', before: 'a{}\r\nb{}\r\n', after: 'a{}\nb{}\r\n' };
  const [, , ...lines] = diffText(versions, plain).split('\n');
  expect(lines).toEqual(['@@ -1,2 +1,2 @@', '-a{}␍', '+a{}', ' b{}␍']);
});
