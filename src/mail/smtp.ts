/** One message to one SMTP server, over a connection of its own (docs/decisions/mail.md). */
import { isIP } from 'node:net';
import SMTPConnection from 'nodemailer/lib/smtp-connection';
import { type Refused, reasonOfServer } from './refused.ts';

/** How long each step may take, milliseconds, and the whole of connecting and sending. */
const CONNECT_MS = 15_000;
const SILENCE_MS = 30_000;
const DEADLINE_MS = 60_000;

/** Who sends to whom, as the server is told. */
export interface Envelope {
  readonly from: string;
  /** At least one. */
  readonly to: readonly string[];
}

/** A connection on which a server waits for a message. */
export interface OpenServer {
  /** @returns what the server has answered, once it has taken the message @throws Refused */
  send(envelope: Envelope, raw: Buffer): Promise<string>;
  close(): void;
}

/** A server that takes mail. */
export interface MailServer {
  /** Connects and signs in. @throws Refused */
  open(): Promise<OpenServer>;
}

const isLoopback = (host: string): boolean =>
  host === 'localhost' ||
  host.endsWith('.localhost') ||
  host === '::1' ||
  (isIP(host) === 4 && host.startsWith('127.'));

/**
 * The server of `SMTP_URL`. A password is sent over TLS alone, unless the server is on this machine; there a certificate of anybody's will do.
 * @param url as `readConfig` has checked it
 */
export function smtpServer(url: string): MailServer {
  const { protocol, hostname, port, username, password } = new URL(url);
  const host = hostname.replace(/^\[|\]$/g, '');
  const isHere = isLoopback(host);
  const secrets = [password, decodeURIComponent(password)].filter((secret) => secret !== '');
  const auth = username === '' ? undefined : { user: decodeURIComponent(username), pass: decodeURIComponent(password) };
  const options: SMTPConnection.Options = {
    ...{ host, secure: protocol === 'smtps:', requireTLS: auth !== undefined && !isHere },
    ...(port !== '' && { port: Number(port) }),
    ...(isHere && { tls: { rejectUnauthorized: false } }),
    ...{
      connectionTimeout: CONNECT_MS,
      greetingTimeout: CONNECT_MS,
      dnsTimeout: CONNECT_MS,
      socketTimeout: SILENCE_MS,
    },
    maxResponseSize: 65_536,
  };
  return {
    open: () => openConnection(options, auth, (error) => reasonOfServer(error, { host, secrets, user: auth?.user })),
  };
}

async function openConnection(
  options: SMTPConnection.Options,
  auth: SMTPConnection.AuthenticationType | undefined,
  told: (error: Error) => Refused,
): Promise<OpenServer> {
  const connection = new SMTPConnection(options);
  // An error ends what is under way: nobody else need hear of it.
  let fail: (error: Error) => void = () => undefined;
  connection.on('error', (error: Error) => fail(error));
  connection.on('end', () =>
    fail(Object.assign(new Error('the server closed the connection'), { code: 'ECONNECTION' })),
  );
  const deadline = setTimeout(() => {
    fail(Object.assign(new Error('too slow'), { code: 'ETIMEDOUT' }));
    connection.close();
  }, DEADLINE_MS);
  const close = () => {
    clearTimeout(deadline);
    connection.close();
  };
  const step = <T>(run: (done: (error?: Error | null, result?: T) => void) => void): Promise<T> =>
    new Promise<T>((resolve, reject) => {
      fail = reject;
      run((error, result) => (error ? reject(error) : resolve(result as T)));
    }).catch((error: Error) => {
      close();
      throw told(error);
    });
  await step((done) => connection.connect(done));
  if (auth) await step((done) => connection.login(auth, done));
  return {
    send: async ({ from, to }, raw) => {
      const { response } = await step<SMTPConnection.SentMessageInfo>((done) =>
        connection.send({ from, to: [...to], size: raw.length, use8BitMime: true }, raw, done),
      );
      clearTimeout(deadline);
      connection.quit();
      return response;
    },
    close,
  };
}
