/** A mail server that does what a test tells it: takes mail, refuses, delays, dies. */
import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';

/** What it answers: a line, nothing for ever, or an end of the connection. */
export type Reply = string | 'silence' | 'death';

export interface Manners {
  readonly greeting: Reply;
  /** What it can do, besides its name. */
  readonly extensions: readonly string[];
  readonly STARTTLS: Reply;
  readonly AUTH: Reply;
  readonly MAIL: Reply;
  readonly RCPT: Reply;
  readonly DATA: Reply;
  /** After the message: it has been taken, whatever is answered. */
  readonly taken: Reply;
}

const GOOD: Manners = {
  greeting: '220 essai ESMTP',
  extensions: [],
  STARTTLS: '454 pas maintenant',
  AUTH: '235 bienvenue',
  MAIL: '250 oui',
  RCPT: '250 oui',
  DATA: '354 allez-y',
  taken: '250 pris',
};

export interface Received {
  readonly from: string;
  readonly to: readonly string[];
  readonly raw: string;
}

export interface SmtpServer {
  readonly port: number;
  readonly url: string;
  /** From now on it does this; what is left out is done well. */
  behave(manners: Partial<Manners>): void;
  /** Answers all who have met with silence. */
  answerSilent(reply: Reply): void;
  /** Each message whose end has come, the answer to it or not. */
  readonly received: Received[];
  /** Connections so far. */
  readonly connections: number;
  close(): Promise<void>;
}

export async function startSmtpServer(): Promise<SmtpServer> {
  let manners = GOOD;
  let connections = 0;
  const received: Received[] = [];
  const sockets = new Set<Socket>();
  const silent = new Set<Socket>();
  const server = createServer((socket) => {
    connections++;
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => undefined);
    serve(socket, () => manners, { received, silent });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    port,
    url: `smtp://127.0.0.1:${port}`,
    behave: (next) => {
      manners = { ...GOOD, ...next };
    },
    answerSilent: (reply) => {
      for (const socket of silent) answer(socket, reply);
      silent.clear();
    },
    received,
    get connections() {
      return connections;
    },
    close: async () => {
      for (const socket of sockets) socket.destroy();
      await once(server.close(), 'close');
    },
  };
}

function answer(socket: Socket, reply: Reply): void {
  if (reply === 'death') socket.destroy();
  else if (reply !== 'silence') socket.write(`${reply}\r\n`);
}

interface Met {
  readonly received: Received[];
  readonly silent: Set<Socket>;
}

function serve(socket: Socket, manners: () => Manners, { received, silent }: Met): void {
  const say = (reply: Reply) => {
    if (reply === 'silence') silent.add(socket);
    answer(socket, reply);
  };
  let from = '';
  let to: string[] = [];
  let isData = false;
  let waiting = '';
  say(manners().greeting);
  socket.on('data', (bytes) => {
    waiting += bytes.toString('latin1');
    for (;;) {
      const end = waiting.indexOf(isData ? '\r\n.\r\n' : '\r\n');
      if (end < 0) return;
      const text = waiting.slice(0, end);
      waiting = waiting.slice(end + (isData ? 5 : 2));
      if (isData) {
        isData = false;
        received.push({ from, to, raw: `${text.replace(/^\.\./gm, '.')}\r\n` });
        say(manners().taken);
      } else take(text);
    }
  });

  function take(line: string): void {
    const verb = line.slice(0, 4).toUpperCase();
    const address = /<(.*)>/.exec(line)?.[1] ?? '';
    if (verb === 'EHLO') {
      const lines = ['essai', ...manners().extensions];
      say(lines.map((one, n) => `250${n === lines.length - 1 ? ' ' : '-'}${one}`).join('\r\n'));
    } else if (verb === 'STAR') say(manners().STARTTLS);
    else if (verb === 'AUTH') say(manners().AUTH);
    else if (verb === 'MAIL') {
      [from, to] = [address, []];
      say(manners().MAIL);
    } else if (verb === 'RCPT') {
      to = [...to, address];
      say(manners().RCPT);
    } else if (verb === 'DATA') {
      isData = manners().DATA.startsWith('354');
      say(manners().DATA);
    } else if (verb === 'QUIT') socket.end('221 au revoir\r\n');
    else say('250 oui');
  }
}
