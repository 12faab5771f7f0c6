/** Debian's dnsmasq on this machine, in the place of `dns-server.ts`. */
import { spawn } from 'node:child_process';
import { Resolver } from 'node:dns/promises';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DnsServer, Records } from './dns-server.ts';
import { freePorts } from './free-ports.ts';
import { programPath } from './needs.ts';
import { untilItAnswers } from './until-it-answers.ts';

/** The name that it always has. */
const OWN = 'serveur-de-noms.essai';

export async function startDnsmasq(records: Records = {}): Promise<DnsServer> {
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-dns-'));
  const [port = 0] = await freePorts(1);
  let stop = await start(folder, port, records);
  return {
    address: `127.0.0.1:${port}`,
    tell: async (next) => {
      await stop();
      stop = await start(folder, port, next);
    },
    end: async () => {
      await stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** @returns what ends it */
async function start(folder: string, port: number, records: Records): Promise<() => Promise<void>> {
  const file = join(folder, 'dnsmasq.conf');
  await writeFile(file, configurationOf(records));
  const here = ['--listen-address=127.0.0.1', `--port=${port}`, '--bind-interfaces', '--pid-file='];
  const child = spawn(programPath('dnsmasq') ?? '', ['--no-daemon', `--conf-file=${file}`, ...here], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
  const ended = once(child, 'exit');
  const resolver = new Resolver({ timeout: 500, tries: 1 });
  resolver.setServers([`127.0.0.1:${port}`]);
  const answers = () =>
    resolver.resolveTxt(OWN).then(
      () => true,
      () => false,
    );
  await untilItAnswers('dnsmasq', child, answers, () => output);
  return async () => {
    if (child.exitCode === null && child.signalCode === null) child.kill('SIGTERM');
    await ended;
  };
}

/** Everything that it does not know is said not to exist: no other server is asked. */
const configurationOf = ({ txt = [], addresses = [], cname = [] }: Records): string =>
  [
    ...['no-resolv', 'no-hosts', 'local=/#/', 'cache-size=0', 'edns-packet-max=1232'],
    `txt-record=${OWN},ici`,
    ...txt.map(([name, ...strings]) => `txt-record=${name},${strings.map((text) => `"${text}"`).join(',')}`),
    ...addresses.map(([name, ...all]) => `host-record=${name},${all.join(',')}`),
    ...cname.map(([name, target]) => `cname=${name},${target}`),
    '',
  ].join('\n');
