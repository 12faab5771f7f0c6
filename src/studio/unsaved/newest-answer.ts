import type { Api, Request } from '../api/client.ts';

/** What the platform has at one address. It only becomes newer: an answer that was asked for before a change is asked for again. */
export class NewestAnswer<Body> {
  readonly #api: Api;
  readonly #path: string;
  readonly #request: Request;
  #etag: string | null = null;
  /** How often an answer was taken over, or a save has changed what is there. */
  #taken = 0;

  constructor(api: Api, path: string, request: Request = {}) {
    this.#api = api;
    this.#path = path;
    this.#request = request;
  }

  /** @param take takes the answer over, at once @throws ApiRefusal, Unreachable */
  async read(take: (body: Body) => void): Promise<void> {
    for (;;) {
      const taken = this.#taken;
      const asked = { ...this.#request, ifNoneMatch: this.#etag };
      const answered = await this.#api.conditional<Body>(this.#path, asked).catch((error) => {
        if (taken === this.#taken) throw error;
        return undefined;
      });
      if (answered === null) return;
      // Where it has changed meanwhile, nobody knows whether this answer is older.
      if (!answered || taken !== this.#taken) continue;
      take(answered.body);
      this.#etag = answered.etag;
      this.#taken++;
      return;
    }
  }

  /** A save has changed what is there. */
  noteSave(): void {
    this.#etag = null;
    this.#taken++;
  }
}
