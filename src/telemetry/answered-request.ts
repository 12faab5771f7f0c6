import type { IncomingHttpHeaders } from 'node:http';

/** Attributes of a span by name. */
export type Attributes = Readonly<Record<string, string | number | boolean>>;

/** One step of a request on its way through the program; its times count as `sharedNow`. */
export interface Stretch {
  readonly name: string;
  readonly began: number;
  readonly ended: number;
  readonly attributes?: Attributes;
}

/** A request whose answer is written. */
export interface AnsweredRequest {
  readonly method: string;
  /** Template of its address, as `/api/themes/:id`; undefined where no route has it. */
  readonly route: string | undefined;
  /** Its path and query as they came; a span has only what stands before the `?`. */
  readonly url: string;
  /** As its header names it. */
  readonly host: string;
  readonly headers: IncomingHttpHeaders;
  readonly status: number;
  readonly began: number;
  /** The present moment. */
  readonly ended: number;
  /** Called only where the trace is kept. */
  readonly details: () => { readonly attributes: Attributes; readonly stretches: readonly Stretch[] };
}

/** Makes traces of answered requests. */
export interface RequestTracer {
  /** Adds a request to the traces, without waiting. */
  note(request: AnsweredRequest): void;
}
