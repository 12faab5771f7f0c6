import { Api } from '../../api/client.ts';
import type { Answer, Sending } from './messages.ts';

/** A shorter body costs the page less than a thread would. UTF-16 code units. */
const LONG_UNITS = 64_000;

/** The API with a thread for long bodies: to hand 300 kB over to the network holds a page up longer than a key may. */
export class ThreadApi extends Api {
  readonly #script: string;
  #thread: Worker | null = null;

  /** @param script address of the thread's script */
  constructor(siteId: string, script: string) {
    super(siteId);
    this.#script = script;
  }

  protected override fetch(address: string, init: RequestInit): Promise<Response> {
    const { body } = init;
    const isLong = typeof body === 'string' && body.length > LONG_UNITS;
    return isLong ? this.#send(address, init) : super.fetch(address, init);
  }

  async #send(address: string, init: RequestInit): Promise<Response> {
    const { signal, ...sent } = init;
    signal?.throwIfAborted();
    this.#thread ??= new Worker(this.#script, { type: 'module' });
    const thread = this.#thread;
    const { port1: answers, port2: asked } = new MessageChannel();
    const ended = new AbortController();
    const answered = new Promise<Response>((resolve, reject) => {
      answers.onmessage = ({ data }: MessageEvent<Answer>) => {
        if (data) resolve(responseOf(data));
        else reject(new TypeError('nothing was answered'));
      };
      const takeBack = () => {
        answers.postMessage(null);
        reject(signal?.reason);
      };
      signal?.addEventListener('abort', takeBack, { signal: ended.signal });
      // The thread's script did not come: nothing was sent.
      const sendHere = () => {
        if (this.#thread === thread) this.#thread = null;
        resolve(super.fetch(address, init));
      };
      thread.addEventListener('error', sendHere, { signal: ended.signal });
      thread.postMessage({ address, init: sent } satisfies Sending, [asked]);
    });
    return answered.finally(() => {
      ended.abort();
      answers.close();
    });
  }
}

/** Some answers may have no body, not even an empty one. */
const responseOf = ({ status, headers, bytes }: NonNullable<Answer>): Response =>
  new Response(bytes.byteLength === 0 ? null : bytes, { status, headers });
