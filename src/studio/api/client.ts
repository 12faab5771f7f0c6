/** The management API as pages of the studio use it: with the browser's session, like any other client. */
import { jsonValueOf } from '../../../engine/json/plain-json.ts';
import { isRecord } from '../../../engine/json/values.ts';
import type { FileRefusal } from '../../contract/refusals.ts';
import { type Act, sentenceFor } from './refusals.ts';

/** A service that was too busy is asked again after this time, milliseconds. */
export const BUSY_MS = 1_000;

/** An answer that is no success, with the code of the platform (`docs/errors.md`) and a sentence for who was doing something. */
export class ApiRefusal extends Error {
  override readonly name = 'ApiRefusal';
  readonly status: number;
  readonly code: string;
  /** Only of `lot_refuse`. */
  readonly refusals: readonly FileRefusal[];
  /** Only of `syntaxe`, 1-based. */
  readonly place: { readonly ligne: number; readonly colonne: number } | null;

  constructor(status: number, body: Readonly<Record<string, unknown>>, act: Act = {}) {
    super(sentenceFor(act, body.error, body.message));
    this.status = status;
    this.code = String(body.error ?? '');
    this.refusals = Array.isArray(body.refus) ? (body.refus as FileRefusal[]) : [];
    const { ligne, colonne } = body;
    this.place = typeof ligne === 'number' && typeof colonne === 'number' ? { ligne, colonne } : null;
  }

  /** Whether the session is over: the page goes on with what it has, and asks to sign in again. */
  get isSignedOut(): boolean {
    return this.status === 401;
  }

  /** Whether what was to be changed is no longer there: most often a theme that was deleted elsewhere. */
  get isGone(): boolean {
    return this.code === 'introuvable';
  }

  /** Whether the service is too busy, or out of reach for the moment: the same may be asked again. */
  get isMomentary(): boolean {
    return this.status === 503;
  }
}

/** The server cannot be reached, or its answer cannot be read. */
export class Unreachable extends Error {
  override readonly name = 'Unreachable';

  constructor(cause?: unknown) {
    super('Le service ne répond pas. Vérifiez votre connexion ; rien de ce que vous avez écrit n’est perdu.', {
      cause,
    });
  }
}

export interface Request {
  /** What is being done, where refusals speak of it. */
  readonly act?: Act;
  readonly method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  /** A tag that a cached answer had: the answer is null when it still holds. */
  readonly ifNoneMatch?: string | null;
  readonly signal?: AbortSignal;
}

export interface Answered<T> {
  readonly body: T;
  readonly etag: string | null;
}

/** The API for one site, named by its id in each request. */
export class Api {
  readonly #siteId: string | null;

  /** @param siteId null for routes of the account */
  constructor(siteId: string | null) {
    this.#siteId = siteId;
  }

  /** @throws ApiRefusal, Unreachable; AbortError */
  async send<T>(path: string, request: Request = {}): Promise<T> {
    const answered = await this.conditional<T>(path, request);
    if (!answered) throw new Unreachable();
    return answered.body;
  }

  /** @returns null when the answer with the tag still holds @throws ApiRefusal, Unreachable; AbortError */
  async conditional<T>(path: string, request: Request = {}): Promise<Answered<T> | null> {
    const answer = await this.ask(path, request);
    const text = await reached(answer.text());
    return answer.status === 304 ? null : { body: (jsonValueOf(text) ?? {}) as T, etag: answer.headers.get('ETag') };
  }

  /** Gives an answer that is a success, or 304. @throws ApiRefusal, Unreachable; AbortError */
  async ask(
    path: string,
    { act, method = 'GET', query, body, ifNoneMatch, signal }: Request = {},
    headers: Record<string, string> = {},
  ): Promise<Response> {
    const address = query ? `${path}?${new URLSearchParams(query)}` : path;
    if (this.#siteId) headers['X-Service-Site-Cible'] = this.#siteId;
    if (body !== undefined) headers['Content-Type'] = 'application/json';
    if (ifNoneMatch) headers['If-None-Match'] = ifNoneMatch;
    // The conditional requests are ours: the browser's cache would answer 200 for a 304.
    const sent: RequestInit = {
      method,
      headers,
      cache: 'no-store',
      signal: signal ?? null,
      body: JSON.stringify(body),
    };
    const answer = await reached(this.fetch(address, sent));
    if (answer.ok || answer.status === 304) return answer;
    const told = jsonValueOf(await reached(answer.text()));
    throw new ApiRefusal(answer.status, isRecord(told) ? told : {}, act);
  }

  /** Sends a request. */
  protected fetch(address: string, init: RequestInit): Promise<Response> {
    return fetch(address, init);
  }
}

/** Waits for what comes from the server. @throws Unreachable; AbortError */
export const reached = <T>(asked: Promise<T>): Promise<T> =>
  asked.catch((error) => {
    throw error instanceof DOMException && error.name === 'AbortError' ? error : new Unreachable(error);
  });
