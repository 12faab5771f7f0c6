/** An editor's end of the language server's protocol: by the streams of a process, or of a server in this process. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { PassThrough, type Readable, type Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { serve } from '../../src/cli/language-server/server.ts';
import { ownEnvironment } from './environment.ts';
import { until } from './until.ts';

const VITRINE = fileURLToPath(new URL('../../src/cli/vitrine.ts', import.meta.url));

/** A message of the protocol, in either direction. */
export interface Message {
  readonly id?: number | string | null;
  readonly method?: string;
  // biome-ignore lint/suspicious/noExplicitAny: each method has parameters and results of its own.
  readonly params?: any;
  // biome-ignore lint/suspicious/noExplicitAny: the same.
  readonly result?: any;
  readonly error?: { readonly code: number; readonly message: string };
}

export interface LanguageClient {
  /** Sends a message as it is, with the frame of the protocol. */
  send(message: Message): void;
  /** Sends bytes without a frame. */
  sendRaw(bytes: string | Uint8Array): void;
  notify(method: string, params?: unknown): void;
  /** @returns the answer, an error too */
  ask(method: string, params?: unknown): Promise<Message>;
  /** The first message that fits, of those that nobody has taken; it counts as taken. */
  take(what: string, fits: (message: Message) => boolean): Promise<Message>;
  /** Diagnostics of a document that were published for a version of it; takes them, and those before them. */
  diagnostics(uri: string, version?: number): Promise<Message['params']>;
  /** Messages that nobody has taken. */
  readonly left: readonly Message[];
  /** The exit code. */
  readonly ended: Promise<number | null>;
  /** Ends the input. */
  hangUp(): void;
  /** What was written to the standard error; empty for a server in this process. */
  readonly said: string;
  readonly pid: number | undefined;
}

/** A server in a process of its own, as editors start it. */
export function startedServer(words: readonly string[] = ['--stdio']): LanguageClient {
  const child = spawn(process.execPath, [VITRINE, 'langage', ...words], { env: ownEnvironment({}) });
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (text) => {
    said += text;
  });
  child.stdin.on('error', () => undefined);
  const ended = once(child, 'exit').then(([code]) => code as number | null);
  return clientOf(child.stdin, child.stdout, { ended, said: () => said, pid: child.pid });
}

/** A server in this process. */
export function serverHere(): LanguageClient {
  const [input, output] = [new PassThrough(), new PassThrough()];
  const ended = serve(input, output).then(({ code }) => code);
  return clientOf(input, output, { ended, said: () => '', pid: undefined });
}

interface Other {
  readonly ended: Promise<number | null>;
  readonly said: () => string;
  readonly pid: number | undefined;
}

function clientOf(input: Writable, output: Readable, { ended, said, pid }: Other): LanguageClient {
  const left: Message[] = [];
  let asked = 0;
  const waiting = new Set<(message: Message) => boolean>();
  readFrames(output, (message) => {
    for (const takes of waiting) if (takes(message)) return;
    left.push(message);
  });
  const send = (message: Message) => {
    const body = Buffer.from(JSON.stringify({ jsonrpc: '2.0', ...message }));
    input.write(Buffer.concat([Buffer.from(`Content-Length: ${body.length}\r\n\r\n`), body]));
  };
  const take = (what: string, fits: (message: Message) => boolean) => {
    const place = left.findIndex(fits);
    if (place >= 0) return Promise.resolve(left.splice(place, 1)[0] as Message);
    const { promise, resolve } = Promise.withResolvers<Message>();
    const takes = (message: Message) => {
      if (!fits(message)) return false;
      waiting.delete(takes);
      resolve(message);
      return true;
    };
    waiting.add(takes);
    return until(what, () => promise);
  };
  return {
    send,
    sendRaw: (bytes) => void input.write(bytes),
    notify: (method, params) => send({ method, params }),
    ask: (method, params) => {
      const id = ++asked;
      send({ id, method, params });
      return take(`${method} is answered`, (message) => message.id === id && message.method === undefined);
    },
    take,
    diagnostics: async (uri, version) => {
      const fits = ({ method, params }: Message) =>
        method === 'textDocument/publishDiagnostics' &&
        params.uri === uri &&
        (version === undefined || params.version === version);
      return (await take(`diagnostics of ${uri} are published`, fits)).params;
    },
    left,
    ended,
    hangUp: () => void input.end(),
    get said() {
      return said();
    },
    pid,
  };
}

function readFrames(output: Readable, read: (message: Message) => void): void {
  let bytes = Buffer.alloc(0);
  output.on('data', (chunk: Buffer) => {
    bytes = Buffer.concat([bytes, chunk]);
    for (;;) {
      const end = bytes.indexOf('\r\n\r\n');
      if (end < 0) return;
      // Anything but the protocol's frames is a fault of the server.
      const length = Number(/^Content-Length: (\d+)$/.exec(bytes.subarray(0, end).toString())?.[1]);
      if (!Number.isInteger(length)) throw new Error(`no frame: ${bytes.subarray(0, end).toString()}`);
      if (bytes.length < end + 4 + length) return;
      read(JSON.parse(bytes.subarray(end + 4, end + 4 + length).toString()));
      bytes = bytes.subarray(end + 4 + length);
    }
  });
}
