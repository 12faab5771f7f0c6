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
  StreamMessageReader,
  StreamMessageWriter,
} from 'vscode-languageserver/node';

/** Where a session stands: nothing is asked before `initialize`, and nothing after `shutdown`. */
type Stage = 'new' | 'running' | 'ending';

/** How often the process of the editor is looked for, milliseconds. */
const PARENT_LOOK_MS = 3_000;

/** A session's messages in both directions, and its beginning and end as the protocol has them. */
export class Wire {
  readonly connection: MessageConnection;
  /** The exit code: when the client says `exit`, its process or the input ends, or the input is no longer understood. */
  readonly ended: Promise<number>;
  readonly #end: (code: number) => void;
  #stage: Stage = 'new';
  #parent: NodeJS.Timeout | undefined;

  constructor(input: NodeJS.ReadableStream, output: NodeJS.WritableStream) {
    const { promise, resolve } = Promise.withResolvers<number>();
    this.ended = promise;
    this.#end = resolve;
    const reader = new StreamMessageReader(input);
    this.connection = createMessageConnection(reader, new StreamMessageWriter(output), undefined, {
      connectionStrategy: { cancelUndispatched },
    });
    input.once('end', () => this.#end(this.#exitCode));
    this.connection.onClose(() => this.#end(this.#exitCode));
    this.connection.onError(([error]) => this.#misread(error));
    this.connection.onRequest((method: string, _params: unknown) => {
      this.#assertRunning();
      throw new ResponseError(ErrorCodes.MethodNotFound, `Ce serveur ne connaît pas la demande « ${method} ».`);
    });
    // What a server does not know of notifications it passes over.
    this.connection.onUnhandledNotification(() => undefined);
  }

  /** Answers `initialize`, once; then `shutdown` and `exit`. */
  begin(initialize: (params: InitializeParams) => InitializeResult): void {
    this.connection.onRequest('initialize', (params: InitializeParams) => {
      if (this.#stage !== 'new') throw new ResponseError(ErrorCodes.InvalidRequest, 'La session a déjà commencé.');
      const answer = initialize(params);
      this.#stage = 'running';
      this.#watchParent(params.processId);
      return answer;
    });
    this.connection.onRequest('shutdown', () => {
      this.#assertRunning();
      this.#stage = 'ending';
      return null;
    });
    this.connection.onNotification('exit', () => this.#end(this.#exitCode));
    this.connection.listen();
  }

  /** Answers one kind of request. A fault of an answer is told to the client, and the session goes on. */
  answer<P>(method: string, handle: (params: P, token: CancellationToken) => unknown): void {
    this.connection.onRequest(method, async (params: P, token: CancellationToken): Promise<unknown> => {
      this.#assertRunning();
      // Without parameters the token comes first.
      if (token === undefined) throw new ResponseError(ErrorCodes.InvalidParams, 'La demande n’a pas de paramètres.');
      if (token.isCancellationRequested) throw CANCELLED;
      return this.#attempt(method, () => handle(params, token));
    });
  }

  /** Takes one kind of notification; before `initialize` it is passed over, as the protocol wants. */
  take<P>(method: string, handle: (params: P) => void | Promise<void>): void {
    this.connection.onNotification(method, async (params: P) => {
      if (this.#stage !== 'running') return;
      // The fault is told already, and a notification has no answer.
      await this.#attempt(method, () => handle(params)).catch(() => undefined);
    });
  }

  /** Writes a sentence to the log that editors keep of a server. */
  log(type: MessageType, message: string): void {
    if (this.#stage === 'running') void this.connection.sendNotification('window/logMessage', { type, message });
  }

  /** Shows a sentence to the author. */
  show(type: MessageType, message: string): void {
    void this.connection.sendNotification('window/showMessage', { type, message });
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

  get #exitCode(): number {
    return this.#stage === 'ending' ? 0 : 1;
  }

  #assertRunning(): void {
    if (this.#stage === 'running') return;
    throw this.#stage === 'new'
      ? new ResponseError(ErrorCodes.ServerNotInitialized, 'La session commence par « initialize ».')
      : new ResponseError(ErrorCodes.InvalidRequest, 'La session est finie : il ne reste que « exit ».');
  }

  /** A message that is no JSON is refused, and the next one is read; without the length of a message nothing more can be read. */
  #misread(error: Error): void {
    if (error instanceof SyntaxError) {
      this.log(MessageType.Error, `Un message reçu n’est pas du JSON : ${error.message}`);
      return;
    }
    process.stderr.write(`vitrine : L’entrée n’est pas celle d’un éditeur (protocole LSP) : ${error.message}\n`);
    this.#end(1);
  }

  /** An editor that was killed says no `exit`, and another process may hold the input open. */
  #watchParent(id: unknown): void {
    if (!Number.isInteger(id)) return;
    this.#parent = setInterval(() => {
      try {
        process.kill(id as number, 0);
      } catch (error) {
        // The process of another account lives, too.
        if ((error as NodeJS.ErrnoException).code === 'ESRCH') this.#end(this.#exitCode);
      }
    }, PARENT_LOOK_MS);
    this.#parent.unref();
  }
}

/** A request that still waits when it is cancelled is not begun. */
const cancelUndispatched = (message: Message): ResponseMessage | undefined =>
  Message.isRequest(message) ? { jsonrpc: '2.0', id: message.id, error: CANCELLED.toJson() } : undefined;

export const CANCELLED = new ResponseError(LSPErrorCodes.RequestCancelled, 'La demande est annulée.');
