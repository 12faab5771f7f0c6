import { expect, it } from 'vitest';
import { askUntil, until } from './until.ts';

it('returns the first answer that is neither false nor null', async () => {
  const answers = [false, null, 'there'];
  expect(await until('it is there', () => answers.shift())).toBe('there');
  expect(await until('it is there', async () => 0)).toBe(0);
});

it('waits for what is expected, which answers nothing', async () => {
  let looks = 0;
  await until('three looks were taken', () => expect(++looks).toBe(3));
  await until('five looks were taken', async () => expect(++looks).toBe(5));
  expect(looks).toBe(5);
});

it('looks once at least, however short the bound is', async () => {
  expect(await until('it is there', () => 'there', 0)).toBe('there');
});

it('gives up after its bound and says what it waited for, for how long, and what it saw', async () => {
  const began = performance.now();
  await expect(until('the cow is home', () => false, 50)).rejects.toThrow(
    /^waited 50 ms in vain until the cow is home; last seen: false$/,
  );
  // Timers may be early by a part of a millisecond.
  expect(performance.now() - began).toBeGreaterThan(45);
});

it('says which expectation failed last, and hands it on', async () => {
  let looks = 0;
  const failure = await until('one is two', () => expect([1, ++looks > 1]).toEqual([2, true]), 50).catch((e) => e);
  expect(failure.message).toMatch(/^waited 50 ms in vain until one is two; last seen: expected \[ 1, true \] to/);
  expect(failure.cause).toMatchObject({ expected: [2, true], actual: [1, true] });
});

it('says what was thrown that is no error', async () => {
  const thrown = () => Promise.reject({ code: 'absent' });
  await expect(until('it is there', thrown, 20)).rejects.toThrow("last seen: { code: 'absent' }");
});

it('gives up on a look that never ends', async () => {
  const never = () => new Promise<never>(() => undefined);
  await expect(until('somebody answers', never, 150)).rejects.toThrow(
    /^waited 150 ms in vain until somebody answers; last seen: nothing, then a look that did not end in \d+ ms$/,
  );
  let looks = 0;
  await expect(until('somebody answers', () => ++looks > 1 && never(), 150)).rejects.toThrow(
    /last seen: false, then a look that did not end in \d+ ms$/,
  );
});

it('leaves alone what a look says after the bound', async () => {
  const { promise, reject } = Promise.withResolvers<never>();
  await expect(until('somebody answers', () => promise, 20)).rejects.toThrow('in vain until somebody answers');
  reject(new Error('too late'));
  // Node reports an unhandled rejection, and vitest fails, before the next turn of the event loop.
  await new Promise(setImmediate);
});

it('asks one question until its answer is the wanted one, and returns that one', async () => {
  let asked = 0;
  expect(
    await askUntil(
      'it is the third time',
      async () => ++asked,
      (n) => n === 3,
    ),
  ).toBe(3);
});

it('says the last answer to a question that never has the wanted one', async () => {
  const ask = async () => ({ status: 503 });
  const answered = askUntil('the service answers', ask, ({ status }) => status === 200, 20);
  await expect(answered).rejects.toThrow(
    /^waited 20 ms in vain until the service answers; last seen: \{ status: 503 \}$/,
  );
});

it('does not ask again after an error', async () => {
  let asked = 0;
  const broken = async () => {
    asked++;
    throw new Error('broken');
  };
  await expect(askUntil('it is there', broken, () => true)).rejects.toThrow(/^broken$/);
  expect(asked).toBe(1);
});
