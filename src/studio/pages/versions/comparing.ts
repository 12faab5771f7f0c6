import type { Comparison, Difference } from '../../difference/messages.ts';

/** Compares texts in a thread of its own, which is started when it is first needed. */
export class Comparing {
  readonly #script: string;
  #thread: Worker | null = null;

  /** @param script address of the thread's script */
  constructor(script: string) {
    this.#script = script;
  }

  /** @throws Error when the thread fails */
  compare(before: string, after: string): Promise<Difference> {
    this.#thread ??= new Worker(this.#script, { type: 'module' });
    const thread = this.#thread;
    const { port1: answers, port2: asked } = new MessageChannel();
    return new Promise((resolve, reject) => {
      answers.onmessage = ({ data }: MessageEvent<Difference>) => resolve(data);
      thread.addEventListener('error', () => {
        thread.terminate();
        if (this.#thread === thread) this.#thread = null;
        reject(new Error('La comparaison a échoué.'));
      });
      thread.postMessage({ before, after } satisfies Comparison, [asked]);
    });
  }
}
