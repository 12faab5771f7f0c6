import type { IncomingHttpHeaders } from 'node:http';

/** What a span says besides its times, by name. */
export type Attributes = Readonly<Record<string, string | number | boolean>>;

/** One part of a request's way through the program. Times are those of `sharedNow`, as all of the request's. */
export interface Stretch {
  readonly name: string;
  readonly began: number;
  readonly ended: number;
  readonly attributes?: Attributes;
}

/** A request whose answer is written. */
export interface AnsweredRequest {
  readonly method: string;
  /** Template of its address; undefined where no route has it. */
  readonly route: string | undefined;
  /** Its target, as it came: only what is before the `?` is told. */
  readonly url: string;
  /** As its header names it. */
  readonly host: string;
  readonly headers: IncomingHttpHeaders;
  readonly status: number;
  readonly began: number;
  /** Just now. */
  readonly ended: number;
  /** Asked for only where the trace is kept. */
  readonly details: () => { readonly attributes: Attributes; readonly stretches: readonly Stretch[] };
}

/** Makes traces of answered requests. */
export interface RequestTracer {
  /** Never waits. */
  note(request: AnsweredRequest): void;
}
