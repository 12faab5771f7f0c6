import { expect, it } from 'vitest';
import { controlsShown, controlsShownInLines } from '../../engine/text/controls.ts';

it('each control character is shown by its own symbol, and other text stays as it is', () => {
  expect(controlsShown('a\r\nb\tc\u001b[2J\u007f\u0085é')).toBe('a␍␊b␉c␛[2J␡␛é');
  expect(controlsShownInLines('a\r\nb\tc\u0000')).toBe('a␍\nb\tc␀');
});
