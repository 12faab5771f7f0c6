/** A server of names that answers as no good one does: with errors, loops, very much, nonsense, or never. */
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';

/** What it does with each question. */
export type Manner =
  | { readonly kind: 'silence' }
  /** An answer with a code of failure: 2 is SERVFAIL, 5 is REFUSED, 3 is "no such name". */
  | { readonly kind: 'failure'; readonly code: number }
  /** Bytes that are no answer. */
  | { readonly kind: 'nonsense' }
  /** Answers of another question than the one asked. */
  | { readonly kind: 'of-another-name'; readonly text: string }
  /** The name stands for another, which stands for the first. */
  | { readonly kind: 'loop' }
  /** So many texts; what is longer than a packet goes by TCP. */
  | { readonly kind: 'texts'; readonly texts: readonly string[] }
  /** Says that the answer is to be had by TCP, where it never ends. */
  | { readonly kind: 'endless-tcp' };

export interface HostileDnsServer {
  /** As the variable `DNS_SERVERS` has it. */
  readonly address: string;
  /** Questions so far about a host and the names under it. */
  asked(host: string): number;
  /** From now on, about a host and the names under it. Of others it says nothing. */
  behave(host: string, manner: Manner): void;
  end(): Promise<void>;
}

const PACKET = 1_232;
const [TXT, CNAME] = [16, 5];

export async function startHostileDnsServer(): Promise<HostileDnsServer> {
  const manners = new Map<string, Manner>();
  const asked: string[] = [];
  const mannerOf = (question: Buffer): Manner => {
    const name = nameIn(question);
    const [, manner] = [...manners].find(([host]) => isOf(host, name)) ?? [];
    return manner ?? { kind: 'silence' };
  };
  const sockets = new Set<Socket>();
  const tcp = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.on('data', (bytes) => {
      const manner = mannerOf(bytes.subarray(2));
      const answer = manner.kind === 'endless-tcp' ? null : answerTo(bytes.subarray(2), manner);
      // A length that never comes.
      if (manner.kind === 'endless-tcp') socket.write(Buffer.from([0xff, 0xff, 0, 0]));
      if (answer) socket.write(Buffer.concat([number(answer.length), answer]));
    });
  }).listen(0, '127.0.0.1');
  await once(tcp, 'listening');
  const { port } = tcp.address() as { port: number };
  const udp = createSocket('udp4').bind(port, '127.0.0.1');
  await once(udp, 'listening');
  udp.on('message', (question, from) => {
    asked.push(nameIn(question));
    const answer = answerTo(question, mannerOf(question));
    if (answer) udp.send(answer.length > PACKET ? truncated(question) : answer, from.port, from.address);
  });
  return {
    address: `127.0.0.1:${port}`,
    asked: (host) => asked.filter((name) => isOf(host, name)).length,
    behave: (host, manner) => {
      manners.set(host, manner);
    },
    end: async () => {
      for (const socket of sockets) socket.destroy();
      udp.close();
      await once(tcp.close(), 'close');
    },
  };
}

const number = (value: number): Buffer => Buffer.from([value >> 8, value & 0xff]);

/** The bytes of the question behind the header: name, type and class. */
function askedIn(message: Buffer): Buffer {
  let at = 12;
  while (message[at]) at += (message[at] ?? 0) + 1;
  return message.subarray(12, at + 5);
}

/** The name that is asked for, in small letters. */
function nameIn(message: Buffer): string {
  const labels = [];
  for (let at = 12; message[at]; at += (message[at] ?? 0) + 1) {
    labels.push(message.toString('latin1', at + 1, at + 1 + (message[at] ?? 0)));
  }
  return labels.join('.').toLowerCase();
}

const isOf = (host: string, name: string) => name === host || name.endsWith(`.${host}`);

const headed = (message: Buffer, flags: number, answers: number, rest: Buffer[]): Buffer =>
  Buffer.concat([message.subarray(0, 2), number(flags), number(1), number(answers), number(0), number(0), ...rest]);

const truncated = (message: Buffer): Buffer => headed(message, 0x8380, 0, [askedIn(message)]);

function answerTo(message: Buffer, manner: Manner): Buffer | null {
  const question = askedIn(message);
  if (manner.kind === 'silence') return null;
  if (manner.kind === 'nonsense') return Buffer.from('ceci n’est pas une réponse');
  if (manner.kind === 'failure') return headed(message, 0x8180 | manner.code, 0, [question]);
  if (manner.kind === 'endless-tcp') return truncated(message);
  if (manner.kind === 'loop') {
    const [own, other] = [question.subarray(0, -4), nameOf('autre.boucle.fr')];
    return headed(message, 0x8180, 2, [question, record(own, CNAME, other), record(other, CNAME, own)]);
  }
  if (manner.kind === 'of-another-name') {
    const other = nameOf('un-autre-nom.fr');
    const asked = Buffer.concat([other, question.subarray(-4)]);
    return headed(message, 0x8180, 1, [asked, record(other, TXT, strings(manner.text))]);
  }
  const own = Buffer.from([0xc0, 12]);
  const records = manner.texts.map((text) => record(own, TXT, strings(text)));
  return headed(message, 0x8180, records.length, [question, ...records]);
}

const nameOf = (host: string): Buffer =>
  Buffer.concat([...host.split('.').map((label) => Buffer.from([label.length, ...Buffer.from(label)])), Buffer.of(0)]);

const record = (name: Buffer, type: number, data: Buffer): Buffer =>
  Buffer.concat([name, number(type), number(1), Buffer.from([0, 0, 0, 60]), number(data.length), data]);

/** A text in strings of 255 bytes. */
function strings(text: string): Buffer {
  const bytes = Buffer.from(text);
  const parts = [];
  for (let at = 0; at === 0 || at < bytes.length; at += 255) {
    const part = bytes.subarray(at, at + 255);
    parts.push(Buffer.of(part.length), part);
  }
  return Buffer.concat(parts);
}
