/** HAProxy with the configuration that operators copy, before instances on this machine. */
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { adaptedFile, type Replacements } from './adapted-file.ts';
import { freePorts } from './free-ports.ts';
import { ask } from './http.ts';
import { programPath } from './needs.ts';
import { askUntil, until } from './until.ts';
import { untilItAnswers } from './until-it-answers.ts';

export const CONFIGURATION = new URL('../../deploy/haproxy/haproxy.cfg', import.meta.url);

const run = promisify(execFile);

export interface Haproxy {
  /** TCP port for TLS, with HTTP/2. */
  readonly tlsPort: number;
  /** TCP port that redirects to https, as port 80 does. */
  readonly redirectPort: number;
  /** TCP port that takes what the one for TLS takes, without TLS: for loads. */
  readonly port: number;
  /** Waits until the checks find this instance working. @param instance its port */
  sees(instance: number): Promise<void>;
  /** Starts a new process with the same configuration in the place of the running one. */
  reload(): Promise<void>;
  end(): Promise<void>;
}

/**
 * @param instances TCP ports of the instances
 * @param folder takes its files
 */
export async function startHaproxy(instances: readonly number[], folder: string): Promise<Haproxy> {
  const [tlsPort = 0, redirectPort = 0, port = 0] = await freePorts(3);
  const own = join(folder, 'haproxy');
  const certificates = await makeCertificate(own);
  const socket = join(own, 'admin.sock');
  const adaptation = adaptationTo({ instances, certificates, tlsPort, redirectPort, port, socket });
  const file = join(own, 'haproxy.cfg');
  await writeFile(file, await adaptedFile(CONFIGURATION, adaptation));
  // As its package's unit starts it: a process that reloads, and one that works.
  const child = spawn(programPath('haproxy') ?? '', ['-Ws', '-f', file], { stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
  const answers = () => ask({ port, path: '/connexion' }).then(({ status }) => status === 200);
  await untilItAnswers('haproxy', child, answers, () => output);
  return {
    ...{ tlsPort, redirectPort, port },
    sees: async (instance) => {
      const isUp = new RegExp(`^reads,vitrine-${instance},.*,UP,`, 'm');
      const states = () => command(socket, 'show stat');
      await askUntil(`haproxy finds the instance at ${instance} working`, states, (text) => isUp.test(text));
    },
    reload: async () => {
      const before = workersIn(output);
      child.kill('SIGUSR2');
      await until('haproxy has a new worker', () => workersIn(output) !== before);
    },
    end: async () => {
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
    },
  };
}

interface Adaptation {
  readonly instances: readonly number[];
  readonly certificates: string;
  readonly tlsPort: number;
  readonly redirectPort: number;
  readonly port: number;
  readonly socket: string;
}

/** What depends on the machine: addresses, files and accounts. */
const adaptationTo = (to: Adaptation): Replacements => [
  [/^ +(?:user|group|chroot|log) .*\n/gm, ''],
  // One for which the account of a test may open files.
  [/^ +maxconn .*$/m, '    maxconn 2000'],
  [/\/run\/haproxy\/admin\.sock/, to.socket],
  [/^ +bind :80$/m, `    bind 127.0.0.1:${to.redirectPort}\n    bind 127.0.0.1:${to.port}`],
  [/^ +bind :443 ssl crt \S+/m, `    bind 127.0.0.1:${to.tlsPort} ssl crt ${to.certificates}`],
  [/unless \{ ssl_fc \}/, `unless { ssl_fc } || { dst_port ${to.port} }`],
  [/(?:^ +server .*\n)+/gm, to.instances.map((port) => `    server vitrine-${port} 127.0.0.1:${port}\n`).join('')],
];

/** @returns a folder with a certificate for `localhost` */
export async function makeCertificate(folder: string): Promise<string> {
  const certificates = join(folder, 'certificates');
  await mkdir(certificates, { recursive: true });
  const [key, certificate] = [join(folder, 'key.pem'), join(folder, 'certificate.pem')];
  const subject = ['-subj', '/CN=localhost', '-days', '2', '-keyout', key, '-out', certificate];
  await run('openssl', [
    'req',
    '-x509',
    '-newkey',
    'ec',
    '-pkeyopt',
    'ec_paramgen_curve:prime256v1',
    '-nodes',
    ...subject,
  ]);
  const parts = await Promise.all([certificate, key].map((path) => readFile(path, 'utf8')));
  await writeFile(join(certificates, 'localhost.pem'), parts.join(''));
  return `${certificates}/`;
}

/** Asks a running process by its socket for administrators. */
export async function command(socket: string, words: string): Promise<string> {
  let answer = '';
  for await (const chunk of connect(socket).end(`${words}\n`)) answer += chunk;
  return answer;
}

const workersIn = (output: string): number => output.match(/New worker/g)?.length ?? 0;
