import type { ServerResponse } from 'node:http';

/** What open pages are told. */
export interface Told {
  /** On connecting: a page of another version asks for itself again. */
  readonly bonjour: { readonly version: string };
  /** What is to be got again; style sheets by file name. */
  readonly enregistrement: {
    readonly version: string;
    readonly etendue: 'styles' | 'page' | 'tout';
    readonly styles: readonly string[];
  };
  /** All that is wrong, whatever the page. */
  readonly problemes: { readonly problemes: readonly object[] };
}

/** How soon a page connects again when the preview has gone, milliseconds. */
const RETRY_MS = 300;
/** Keeps the connection from looking dead, milliseconds. */
const HEARTBEAT_MS = 20_000;

/** Pages that are open in browsers, each at the end of a stream of Server-Sent Events. */
export class Browsers {
  readonly #streams = new Set<ServerResponse>();
  readonly #heartbeat = setInterval(() => this.#write(':\n\n'), HEARTBEAT_MS);

  get size(): number {
    return this.#streams.size;
  }

  /** Begins a stream. */
  welcome(stream: ServerResponse, headers: Readonly<Record<string, string>>): void {
    stream.writeHead(200, { ...headers, 'Content-Type': 'text/event-stream; charset=utf-8' });
    stream.write(`retry: ${RETRY_MS}\n\n`);
    this.#streams.add(stream);
    stream.once('close', () => this.#streams.delete(stream));
  }

  /** Tells all pages, or the one that has just come. */
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
