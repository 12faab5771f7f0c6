import type { Api, Request } from '../api/client.ts';

/**
 * Asks the platform for one preview after the other. The platform ends what it has begun, whether somebody still waits for the answer or not, and
 * refuses an account with several previews under way: on a slow machine each pause in typing would add one.
 */
export class InTurn implements Pick<Api, 'send'> {
  readonly #api: Pick<Api, 'send'>;
  #underWay: Promise<unknown> = Promise.resolve();

  constructor(api: Pick<Api, 'send'>) {
    this.#api = api;
  }

  /** @param request what nobody waits for any more by its turn is not asked @throws ApiRefusal, Unreachable; AbortError */
  send<T>(path: string, { signal, ...request }: Request = {}): Promise<T> {
    const answer = this.#underWay.then(() => {
      signal?.throwIfAborted();
      return this.#api.send<T>(path, request);
    });
    this.#underWay = answer.catch(() => undefined);
    return answer;
  }
}
