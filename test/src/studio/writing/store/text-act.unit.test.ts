import { expect, it } from 'vitest';
import { wrongOrder } from '../../../../../src/studio/writing/store/text-act.ts';

const [FIRST, SECOND, THIRD] = ['2026-12-01T08:00:00Z', '2026-12-02T08:00:00Z', '2026-12-03T08:00:00Z'];

it('an act that would leave an end before its beginning is known before it is sent', () => {
  const state = { publishedFrom: FIRST, endsAt: SECOND };
  expect(wrongOrder(state, { kind: 'date', at: THIRD })).toEqual({ from: THIRD, until: SECOND });
  expect(wrongOrder(state, { kind: 'publish', from: SECOND })).toEqual({ from: SECOND, until: SECOND });
  expect(wrongOrder({ ...state, publishedFrom: THIRD }, { kind: 'end', at: SECOND })).toEqual({
    from: THIRD,
    until: SECOND,
  });
  for (const asked of [
    { kind: 'date', at: FIRST },
    { kind: 'publish' },
    { kind: 'end', at: THIRD },
    { kind: 'end', at: null },
    { kind: 'hide' },
    { kind: 'plan', at: THIRD },
  ] as const) {
    expect(wrongOrder(state, asked), JSON.stringify(asked)).toBeNull();
  }
  expect(wrongOrder({ publishedFrom: null, endsAt: null }, { kind: 'date', at: THIRD })).toBeNull();
});
