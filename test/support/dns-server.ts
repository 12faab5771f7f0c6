/** A server of names in the process of a test: it says what the test tells it of names, and knows nothing else. */
import { once } from 'node:events';
import { type AddressInfo, isIPv6, type Socket } from 'node:net';
import dns, { Packet } from 'dns2';

/** What stands at names. */
export interface Records {
  /** Texts, each in one or more strings of 255 bytes at most. */
  readonly txt?: readonly (readonly [name: string, ...strings: string[]])[];
  readonly addresses?: readonly (readonly [name: string, ...addresses: string[]])[];
  /** Names that stand for others, which must be known here too. */
  readonly cname?: readonly (readonly [name: string, target: string])[];
}

export interface DnsServer {
  /** As the variable `DNS_SERVERS` has it. */
  readonly address: string;
  /** From now on these records are all that it has. */
  tell(records: Records): Promise<void>;
  /** Nothing listens at its address from now on. */
  end(): Promise<void>;
}

/** An answer that is too long for the asker's packet is said to be had by TCP, at the same port. */
export async function startDnsServer(records: Records = {}): Promise<DnsServer> {
  let told = records;
  const answer: dns.DnsHandler = (question, send) => send(answerOf(told, question));
  const sockets = new Set<Socket>();
  const tcp = dns.createTCPServer(answer).on('connection', (socket: Socket) => sockets.add(socket));
  await once(tcp.listen(0, '127.0.0.1'), 'listening');
  const { port } = tcp.address() as AddressInfo;
  const udp = dns.createUDPServer(answer);
  await udp.listen(port, '127.0.0.1');
  return {
    address: `127.0.0.1:${port}`,
    tell: async (next) => {
      told = next;
    },
    end: async () => {
      if (!tcp.listening) return;
      udp.close();
      for (const socket of sockets) socket.destroy();
      await once(tcp.close(), 'close');
    },
  };
}

/** As the server of these names alone answers: what it does not know does not exist. */
function answerOf({ txt = [], addresses = [], cname = [] }: Records, question: Packet): Packet {
  const { TYPE, RCODE } = Packet;
  const known = [
    ...txt.map(([name, ...data]) => record(name, TYPE.TXT, { data })),
    ...addresses.flatMap(([name, ...all]) =>
      all.map((address) => record(name, isIPv6(address) ? TYPE.AAAA : TYPE.A, { address })),
    ),
    ...cname.map(([name, domain]) => record(name, TYPE.CNAME, { domain })),
  ];
  const at = (name: string) => known.filter((one) => one.name.toLowerCase() === name.toLowerCase());
  const lookUp = (name: string, type: number): dns.Packet.Resource[] => {
    const wanted = at(name).filter((one) => one.type === type);
    const alias = at(name).find((one) => one.type === TYPE.CNAME);
    return wanted.length > 0 || !alias?.domain ? wanted : [alias, ...lookUp(alias.domain, type)];
  };
  const answer = Packet.createResponseFromRequest(question);
  for (const { name, type } of question.questions) {
    if (at(name).length === 0) answer.header.rcode = RCODE.NXDOMAIN;
    answer.answers.push(...lookUp(name, type));
  }
  return answer;
}

const record = (name: string, type: number, data: Partial<dns.Packet.Resource>): dns.Packet.Resource =>
  Object.assign(new Packet.Resource(name, type, Packet.CLASS.IN, 0), data);
