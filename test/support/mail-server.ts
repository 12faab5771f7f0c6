/** A mail server in the process of a test: it takes mail for every address. */
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { promisify } from 'node:util';
import smtp from 'smtp-server';
import { type MailMessage, readMessage } from './mail-message.ts';
import { until } from './until.ts';

/** A mail server that a program under test sends its mail to. */
export interface TestMailServer {
  /** Variables of a program that sends its mail here; `BASE_URL` and others may follow. */
  readonly environment: Readonly<Record<'SMTP_URL' | 'MAIL_FROM' | 'BASE_URL', string>>;
  /** All that came for an address, in the order of their dates; for everybody when left out. */
  messagesTo(address?: string): Promise<MailMessage[]>;
  /** Waits for a message whose subject has these words. @returns the newest */
  messageTo(address: string, subject?: string): Promise<MailMessage>;
  close(): Promise<void>;
}

/** Where the links of mail lead: to a program on this machine, by a name that no site has. */
export const NO_SITE = 'http://plateforme.test';

/** @param baseUrl where the links of mail lead */
export async function startMailServer(baseUrl = NO_SITE): Promise<TestMailServer> {
  const messages: MailMessage[] = [];
  const server = new smtp.SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    closeTimeout: 1,
    onData: (stream, { envelope }, done) => {
      const envelopeTo = envelope.rcptTo.map(({ address }) => address);
      buffer(stream)
        .then((raw) => messages.push({ ...readMessage(raw), envelopeTo }))
        .then(() => done(), done);
    },
  });
  const listening = server.listen(0, '127.0.0.1');
  await once(listening, 'listening');
  const { port } = listening.address() as AddressInfo;
  return testMailServer({
    ...{ port, baseUrl },
    messages: async () => messages,
    close: promisify(server.close.bind(server)),
  });
}

/** What tests ask of a mail server, whichever it is. */
export function testMailServer({
  port,
  baseUrl,
  messages,
  close,
}: {
  readonly port: number;
  readonly baseUrl: string;
  /** All that it has taken so far. */
  messages(): Promise<MailMessage[]>;
  close(): Promise<void>;
}): TestMailServer {
  const messagesTo = async (address?: string) =>
    (await messages()).filter(({ envelopeTo }) => address === undefined || envelopeTo.includes(address));
  const [SMTP_URL, MAIL_FROM] = [`smtp://127.0.0.1:${port}`, 'vitrine <bonjour@vitrine.test>'];
  return {
    environment: { SMTP_URL, MAIL_FROM, BASE_URL: baseUrl },
    messagesTo,
    messageTo: (address, subject = '') =>
      until(`${address} has a message ${subject}`, async () => {
        const found = (await messagesTo(address)).filter((message) => message.header('subject').includes(subject));
        return found.at(-1) ?? null;
      }),
    close,
  };
}
