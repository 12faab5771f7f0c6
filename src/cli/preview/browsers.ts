import type { ServerResponse } from 'node:http';

/** Events that are sent to open pages. */
export interface Told {
  /** Sent when a page connects: a page of another version reloads itself. */
  readonly bonjour: { readonly version: string };
  /** What the page must reload; style sheets by file name. */
  readonly enregistrement: {
    readonly version: string;
    readonly etendue: 'styles' | 'page' | 'tout';
    readonly styles: readonly string[];
  };
  /** All problems of the theme, of whatever page. */
  readonly problemes: { readonly problemes: readonly object[] };
}

/** Time until a page reconnects after it has lost the preview, milliseconds. */
const RETRY_MS = 300;
/** Period of the comments that keep the connection open, milliseconds. */
const HEARTBEAT_MS = 20_000;

/** The pages that are open in browsers, each with a stream of Server-Sent Events. */
export class Browsers {
  readonly #streams = new Set<ServerResponse>();
  readonly #heartbeat = setInterval(() => this.#write(':\n\n'), HEARTBEAT_MS);

  get size(): number {
    return this.#streams.size;
  }

  welcome(stream: ServerResponse, headers: Readonly<Record<string, string>>): void {
    stream.writeHead(200, { ...headers, 'Content-Type': 'text/event-stream; charset=utf-8' });
    stream.write(`retry: ${RETRY_MS}\n\n`);
    this.#streams.add(stream);
    stream.once('close', () => this.#streams.delete(stream));
  }

  /** Sends an event to all pages, or to the one that has just connected. */
  tell<Name extends keyof Told>(name: Name, data: Told[Name], stream?: ServerResponse): void {
    const event = `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`;
    if (stream) stream.write(event);
    else this.#write(event);
  }

  close(): void {
    clearInterval(this.#heartbeat);
    for (const stream of this.#streams) stream.end();
  }

  #write(text: string): void {
    for (const stream of this.#streams) stream.write(text);
  }
}
