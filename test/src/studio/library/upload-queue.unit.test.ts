import { describe, expect, it } from 'vitest';
import type { ChosenFile } from '../../../../src/studio/library/admitted.ts';
import { type Sending, type Sent, UploadQueue } from '../../../../src/studio/library/upload-queue.ts';

const photo = (name: string): ChosenFile => ({ name, type: 'image/jpeg', size: 1_000 });

interface UnderWay extends Sending {
  readonly name: string;
  readonly answer: (sent: Sent<string>) => void;
  readonly refuse: (error: unknown) => void;
}

/** A queue whose uploads end when the test says so. */
function queueOf() {
  const underWay: UnderWay[] = [];
  const arrived: string[] = [];
  const queue = new UploadQueue<ChosenFile, string>({
    send: ({ name }, sending) =>
      new Promise((answer, refuse) => {
        underWay.push({ ...sending, name, answer, refuse });
        sending.signal.addEventListener('abort', () => refuse(new Error('aborted')));
      }),
    canRetry: (error) => error instanceof Error && error.message !== 'for good',
    onDone: ({ media }) => arrived.push(media),
  });
  const names = () => underWay.map(({ name }) => name);
  const states = () => queue.uploads.map(({ name, state }) => `${name} ${state.kind}`);
  return { queue, underWay, arrived, names, states };
}

/** Lets what was answered take effect. */
const settled = () => new Promise<void>((resolve) => queueMicrotask(() => queueMicrotask(() => resolve())));

describe('files on their way into a library', () => {
  it('are sent three at a time, the next one when one has ended, however', async () => {
    const { queue, underWay, arrived, names, states } = queueOf();
    queue.add(['a', 'b', 'c', 'd', 'e'].map(photo));
    expect(names()).toEqual(['a', 'b', 'c']);
    underWay[1]?.answer({ media: 'B', isKnown: false });
    await settled();
    expect([names(), arrived]).toEqual([['a', 'b', 'c', 'd'], ['B']]);
    underWay[0]?.refuse(new Error('away'));
    await settled();
    expect(names()).toEqual(['a', 'b', 'c', 'd', 'e']);
    expect(states()).toEqual(['a refused', 'b done', 'c sending', 'd sending', 'e sending']);
    expect(queue.isBusy).toBe(true);
  });

  it('are sent again together after what has lost them all; a file that is refused for good is not', async () => {
    const { queue, underWay, names, states } = queueOf();
    queue.add(['a', 'b', 'c', 'd'].map(photo));
    for (const [at, why] of ['away', 'for good', 'away', 'away'].entries()) {
      underWay[at]?.refuse(new Error(why));
      await settled();
    }
    expect(states()).toEqual(['a refused', 'b refused', 'c refused', 'd refused']);
    queue.retryAll();
    expect(states()).toEqual(['a sending', 'b refused', 'c sending', 'd sending']);
    expect(names()).toEqual(['a', 'b', 'c', 'd', 'a', 'c', 'd']);
  });

  it('tell how much of each is sent', () => {
    const { queue, underWay } = queueOf();
    let told = 0;
    queue.subscribe(() => told++);
    queue.add([photo('a')]);
    underWay[0]?.onSent(0.25);
    expect(queue.uploads[0]?.state).toEqual({ kind: 'sending', share: 0.25 });
    expect(told).toBe(2);
  });

  it('are refused with a sentence before they are sent, where no library takes them', () => {
    const { queue, names, states } = queueOf();
    queue.add([{ name: 'IMG_1.HEIC', type: '', size: 5 }, photo('b'), { name: 'a.html', type: 'text/html', size: 5 }]);
    expect([names(), states()]).toEqual([['b'], ['IMG_1.HEIC refused', 'b sending', 'a.html refused']]);
    expect(queue.uploads[0]?.state).toMatchObject({ error: expect.stringContaining('HEIC'), canRetry: false });
  });

  it('leave the list when they are called off, whether they wait or are sent, and their place goes to the next', async () => {
    const { queue, underWay, names, states } = queueOf();
    queue.add(['a', 'b', 'c', 'd', 'e'].map(photo));
    const idOf = (name: string) => queue.uploads.find((one) => one.name === name)?.id ?? 0;
    queue.cancel(idOf('d'));
    queue.cancel(idOf('a'));
    await settled();
    expect(underWay[0]?.signal.aborted).toBe(true);
    expect([names(), states()]).toEqual([
      ['a', 'b', 'c', 'e'],
      ['b sending', 'c sending', 'e sending'],
    ]);
    underWay[0]?.onSent(0.5);
    expect(states()).toHaveLength(3);
  });

  it('are sent once more when that may help', async () => {
    const { queue, underWay, names, states } = queueOf();
    queue.add(['a', 'b'].map(photo));
    underWay[0]?.refuse(new Error('away'));
    underWay[1]?.refuse(new Error('for good'));
    await settled();
    for (const { id } of queue.uploads) queue.retry(id);
    expect([names(), states()]).toEqual([
      ['a', 'b', 'a'],
      ['a sending', 'b refused'],
    ]);
  });

  it('are forgotten once they have ended', async () => {
    const { queue, underWay, states } = queueOf();
    queue.add(['a', 'b', 'c'].map(photo));
    underWay[0]?.answer({ media: 'A', isKnown: true });
    underWay[1]?.refuse(new Error('away'));
    await settled();
    expect(queue.uploads[0]?.state).toEqual({ kind: 'done', media: 'A', isKnown: true });
    queue.clear();
    expect(states()).toEqual(['c sending']);
    underWay[2]?.answer({ media: 'C', isKnown: false });
    await settled();
    queue.add([photo('d')]);
    expect(states()).toEqual(['d sending']);
  });
});
