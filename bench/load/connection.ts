import { connect, type Socket } from 'node:net';
import { type AnswerHead, AnswerReader } from './answer-reader.ts';

/** Called at the end of a request, with its answer or with the name of the failure. */
export type Ending = (answer: AnswerHead | string) => void;

/** One keep-alive connection to the server, with one request at a time. */
export class Connection {
  readonly #socket: Socket;
  readonly #reader = new AnswerReader();
  readonly #onClosed: () => void;
  #ending: Ending | null = null;
  /** When the current request was written, milliseconds of `performance.now`. */
  sentAt = 0;
  isClosed = false;

  /** @param onClosed called once, after the end of the current request */
  constructor(port: number, onClosed: () => void) {
    this.#onClosed = onClosed;
    this.#socket = connect({ port, host: '127.0.0.1', noDelay: true });
    this.#socket.on('data', (bytes: Buffer) => this.#read(bytes));
    this.#socket.on('error', (error: Error & { code?: string }) => this.#close(error.code ?? error.message));
    this.#socket.on('close', () => this.#close('closed by the server'));
  }

  get isBusy(): boolean {
    return this.#ending !== null;
  }

  send(bytes: Buffer, ending: Ending): void {
    this.#ending = ending;
    this.sentAt = performance.now();
    this.#socket.write(bytes);
  }

  /** Closes the connection; the current request ends with this reason. */
  abort(reason: string): void {
    this.#socket.destroy();
    this.#close(reason);
  }

  #read(bytes: Buffer): void {
    const answer = this.#reader.push(bytes);
    if (!answer) return;
    if (answer.closes) {
      this.isClosed = true;
      this.#socket.destroy();
    }
    this.#end(answer);
    if (answer.closes) this.#onClosed();
  }

  #close(reason: string): void {
    if (this.isClosed) return;
    this.isClosed = true;
    this.#end(reason);
    this.#onClosed();
  }

  #end(answer: AnswerHead | string): void {
    const ending = this.#ending;
    this.#ending = null;
    ending?.(answer);
  }
}
