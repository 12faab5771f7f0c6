import type { Compared, Comparison, Difference } from '../../difference/messages.ts';

interface Waiting {
  readonly resolve: (difference: Difference) => void;
  readonly reject: (error: Error) => void;
}

/** Compares texts in a thread of its own, which is started when it is first needed. */
export class Comparing {
  readonly #script: string;
  readonly #waiting = new Map<number, Waiting>();
  #thread: Worker | null = null;
  #comparisons = 0;

  /** @param script address of the thread's script */
  constructor(script: string) {
    this.#script = script;
  }

  /** @throws Error when the thread fails */
  compare(before: string, after: string): Promise<Difference> {
    const comparison: Comparison = { id: ++this.#comparisons, before, after };
    this.#thread ??= this.#start();
    const answer = new Promise<Difference>((resolve, reject) => {
      this.#waiting.set(comparison.id, { resolve, reject });
    });
    this.#thread.postMessage(comparison);
    return answer;
  }

  #start(): Worker {
    const thread = new Worker(this.#script, { type: 'module' });
    thread.addEventListener('message', ({ data: { id, difference } }: MessageEvent<Compared>) => {
      this.#waiting.get(id)?.resolve(difference);
      this.#waiting.delete(id);
    });
    thread.addEventListener('error', () => {
      thread.terminate();
      this.#thread = null;
      for (const { reject } of this.#waiting.values()) reject(new Error('La comparaison a échoué.'));
      this.#waiting.clear();
    });
    return thread;
  }
}
