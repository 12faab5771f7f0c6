import { setImmediate } from 'node:timers/promises';
import {
  type CancellationToken,
  createMessageConnection,
  ErrorCodes,
  type InitializeParams,
  type InitializeResult,
  LSPErrorCodes,
  Message,
  type MessageConnection,
  MessageType,
  ResponseError,
  type ResponseMessage,
  StreamMessageWriter,
} from 'vscode-languageserver/node';
import { FrameReader, NoMessage } from './frame-reader.ts';

/** How a session has ended: the client says `exit`, its process or the input ends, or the input is no longer understood. */
export interface Ending {
  /** Of the process, as the protocol wants it. */
  readonly code: 0 | 1;
  /** A sentence, where the input is not understood. */
  readonly reason?: string;
}

/** Where a session stands: nothing is asked before `initialize`, and nothing after `shutdown`. */
type Stage = 'new' | 'running' | 'ending';

/** How often the process of the editor is looked for, milliseconds. */
const PARENT_LOOK_MS = 1_000;

/** A session's messages in both directions, and its beginning and end as the protocol has them. */
export class Wire {
  readonly #connection: MessageConnection;
  readonly ended: Promise<Ending>;
  readonly #end: (reason?: string) => void;
  readonly #writer: StreamMessageWriter;
  #stage: Stage = 'new';
  /** Messages so far. */
  #handled = 0;
  #parent: NodeJS.Timeout | undefined;

  constructor(input: NodeJS.ReadableStream, output: NodeJS.WritableStream) {
    const { promise, resolve } = Promise.withResolvers<Ending>();
    this.ended = promise;
    this.#end = (reason) => {
      clearInterval(this.#parent);
      const isRight = reason === undefined && this.#stage === 'ending';
      const ending: Ending = { code: isRight ? 0 : 1, ...(reason !== undefined && { reason }) };
      void this.#quiet().then(() => resolve(ending));
    };
    this.#writer = new StreamMessageWriter(output);
    this.#connection = createMessageConnection(new FrameReader(input), this.#writer, undefined, {
      connectionStrategy: { cancelUndispatched },
      messageStrategy: { handleMessage: (message, handle) => this.#handle(message, handle) },
    });
    this.#connection.onClose(() => this.#end());
    this.#connection.onError(([error]) => this.#misread(error));
    this.#connection.onRequest((method: string, _params: unknown) => {
      this.#assertRunning();
      throw new ResponseError(ErrorCodes.MethodNotFound, `Ce serveur ne connaît pas la demande « ${method} ».`);
    });
    // What a server does not know of notifications it passes over.
    this.#connection.onUnhandledNotification(() => undefined);
  }

  /** Answers `initialize`, once; then `shutdown` and `exit`. */
  begin(initialize: (params: InitializeParams) => InitializeResult): void {
    this.#connection.onRequest('initialize', (params: InitializeParams) => {
      if (this.#stage !== 'new') throw new ResponseError(ErrorCodes.InvalidRequest, 'La session a déjà commencé.');
      const answer = initialize(params);
      this.#stage = 'running';
      this.#watchParent(params.processId);
      return answer;
    });
    this.#connection.onRequest('shutdown', () => {
      this.#assertRunning();
      this.#stage = 'ending';
      return null;
    });
    this.#connection.onNotification('exit', () => this.#end());
    this.#connection.listen();
  }

  /** Answers one kind of request. A fault of an answer is told to the client, and the session goes on. */
  answer<P>(method: string, handle: (params: P, token: CancellationToken) => unknown): void {
    this.#connection.onRequest(method, async (params: P, token: CancellationToken): Promise<unknown> => {
      this.#assertRunning();
      // Without parameters the token comes first.
      if (token === undefined) throw new ResponseError(ErrorCodes.InvalidParams, 'La demande n’a pas de paramètres.');
      if (token.isCancellationRequested) throw CANCELLED;
      return this.#attempt(method, () => handle(params, token));
    });
  }

  /** Takes one kind of notification; before `initialize` it is passed over, as the protocol wants. */
  take<P>(method: string, handle: (params: P) => void | Promise<void>): void {
    this.#connection.onNotification(method, async (params: P) => {
      if (this.#stage !== 'running') return;
      // The fault is told already, and a notification has no answer.
      await this.#attempt(method, () => handle(params)).catch(() => undefined);
    });
  }

  /** Writes a sentence to the log that editors keep of a server. */
  log(type: MessageType, message: string): void {
    this.tell('window/logMessage', { type, message });
  }

  /** Shows a sentence to the author. */
  show(type: MessageType, message: string): void {
    this.tell('window/showMessage', { type, message });
  }

  /** Sends a notification, while the session lasts. One that cannot be sent is lost: the session ends by itself then. */
  tell(method: string, params: object): void {
    if (this.#stage !== 'running') return;
    this.#connection.sendNotification(method, params).catch(() => undefined);
  }

  /** Asks the client for something. @returns what it answers, or why it does not */
  ask(method: string, params?: object): Promise<unknown> {
    return params ? this.#connection.sendRequest(method, params) : this.#connection.sendRequest(method);
  }

  async #handle(message: Message, handle: (message: Message) => void): Promise<void> {
    this.#handled++;
    await handle(message);
  }

  /** What came before the end is answered: the library takes one message a turn, and writes its answer in the next. */
  async #quiet(): Promise<void> {
    let handled: number;
    do {
      handled = this.#handled;
      await setImmediate();
      await setImmediate();
    } while (this.#handled !== handled);
  }

  async #attempt(method: string, work: () => unknown): Promise<unknown> {
    try {
      return await work();
    } catch (error) {
      if (error instanceof ResponseError) throw error;
      const message = `« ${method} » a échoué : ${error instanceof Error ? error.message : String(error)}`;
      this.log(MessageType.Error, error instanceof Error ? `${message}\n${error.stack}` : message);
      throw new ResponseError(ErrorCodes.InternalError, message);
    }
  }

  #assertRunning(): void {
    if (this.#stage === 'running') return;
    throw this.#stage === 'new'
      ? new ResponseError(ErrorCodes.ServerNotInitialized, 'La session commence par « initialize ».')
      : new ResponseError(ErrorCodes.InvalidRequest, 'La session est finie : il ne reste que « exit ».');
  }

  /** What is no message is refused, and the next one is read; where the frame of a message is wrong, nothing more can be read. */
  #misread(error: Error): void {
    if (error instanceof NoMessage) {
      const refusal = new ResponseError(
        ErrorCodes.ParseError,
        'Ce n’est pas un message du protocole, en JSON.',
      ).toJson();
      void this.#writer.write({ jsonrpc: '2.0', id: null, error: refusal } as ResponseMessage);
    } else this.#end(`L’entrée n’est pas celle d’un éditeur (protocole LSP) : ${error.message}.`);
  }

  /** An editor that was killed says no `exit`, and another process may hold the input open. */
  #watchParent(id: unknown): void {
    if (!Number.isInteger(id)) return;
    this.#parent = setInterval(() => {
      try {
        process.kill(id as number, 0);
      } catch (error) {
        // The process of another account lives, too.
        if ((error as NodeJS.ErrnoException).code === 'ESRCH') this.#end();
      }
    }, PARENT_LOOK_MS);
    this.#parent.unref();
  }
}

/** A request that still waits when it is cancelled is not begun. */
const cancelUndispatched = (message: Message): ResponseMessage | undefined =>
  Message.isRequest(message) ? { jsonrpc: '2.0', id: message.id, error: CANCELLED.toJson() } : undefined;

export const CANCELLED = new ResponseError(LSPErrorCodes.RequestCancelled, 'La demande est annulée.');
