import { expect, it } from 'vitest';
import { isBlank } from '../../../src/text/blank.ts';

it.each([
  '',
  ' ',
  '\t\r\n',
  '\u00a0\u2003\u3000\ufeff',
  '\u200b\u200d\u2060\u00ad',
  '\u202e\u2066',
  '\u2800',
  '\u3164\u115f',
])('%j has nothing that can be seen', (text) => expect(isBlank(text)).toBe(true));

it.each(['a', ' a ', '.', '\u200bé', '😀', '👩‍💻', '中', '-'])('%j has', (text) => expect(isBlank(text)).toBe(false));
