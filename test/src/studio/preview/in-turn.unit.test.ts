import { expect, it } from 'vitest';
import { InTurn } from '../../../../src/studio/preview/in-turn.ts';

it('previews are asked for one after the other; of those that wait only the one that somebody still wants', async () => {
  const asked: { path: string; answer: (value: unknown) => void; fail: (error: Error) => void }[] = [];
  const turns = new InTurn({
    send: <T>(path: string) =>
      new Promise<T>((answer, fail) => asked.push({ path, answer: answer as (value: unknown) => void, fail })),
  });
  const leaving = new AbortController();
  const [first, second, third] = [
    turns.send('un', { signal: leaving.signal }),
    turns.send('deux', { signal: leaving.signal }),
    turns.send('trois'),
  ];
  const left = expect(second).rejects.toThrow('abort');
  await Promise.resolve();
  expect(asked.map(({ path }) => path)).toEqual(['un']);
  leaving.abort();
  asked[0]?.fail(new Error('en panne'));
  await expect(first).rejects.toThrow('en panne');
  await left;
  expect(asked.map(({ path }) => path)).toEqual(['un', 'trois']);
  asked[1]?.answer('la page');
  expect(await third).toBe('la page');
});
