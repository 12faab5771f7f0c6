/** Caddy with the configuration that operators copy, before instances on this machine; its own authority gives the certificates. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { request } from 'node:https';
import { join } from 'node:path';
import type { PeerCertificate, TLSSocket } from 'node:tls';
import { adaptedFile } from './adapted-file.ts';
import { freePorts } from './free-ports.ts';
import { type Answer, ask } from './http.ts';
import { askUntil } from './until.ts';
import { untilItAnswers } from './until-it-answers.ts';

const CADDYFILE = new URL('../../deploy/caddy/Caddyfile', import.meta.url);
/**
 * Caddy's own authority lets a certificate begin in the second in which it makes it, and OpenSSL reads the system's coarse clock, which is up to
 * 7 ms late here. Public authorities let theirs begin an hour earlier.
 */
const IN_THE_FUTURE = 'CERT_NOT_YET_VALID';

export interface TlsAnswer extends Pick<Answer, 'status' | 'headers' | 'text'> {
  readonly certificate: PeerCertificate;
}

export interface Caddy {
  /** TCP port that redirects to https, as port 80 does. */
  readonly redirectPort: number;
  /** Asks as a browser does that trusts Caddy's authority and no other. Rejects when the handshake fails. */
  ask(host: string, path?: string, headers?: Record<string, string>, method?: string): Promise<TlsAnswer>;
  /** What it has written to its log. */
  log(): string;
  end(): Promise<void>;
}

/**
 * @param instances TCP ports of the instances
 * @param folder takes its files
 */
export async function startCaddy(instances: readonly number[], folder: string): Promise<Caddy> {
  const [tlsPort = 0, redirectPort = 0, askPort = 0] = await freePorts(3);
  const own = join(folder, 'caddy');
  await mkdir(own);
  const here = [
    ...['admin off', 'local_certs', 'skip_install_trust', 'default_bind 127.0.0.1', `storage file_system ${own}`],
    ...[`http_port ${redirectPort}`, `https_port ${tlsPort}`],
  ];
  const file = join(own, 'Caddyfile');
  const text = await adaptedFile(CADDYFILE, [
    [/^\{\n/m, `{\n${here.map((option) => `\t${option}\n`).join('')}`],
    [/(?:127\.0\.0\.1:300\d ?){3}/g, instances.map((port) => `127.0.0.1:${port} `).join('')],
    [/127\.0\.0\.1:3080/g, `127.0.0.1:${askPort}`],
  ]);
  await writeFile(file, text);
  const child = spawn('caddy', ['run', '--config', file, '--adapter', 'caddyfile'], {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { PATH: process.env.PATH, HOME: own },
  });
  let log = '';
  child.stderr.on('data', (chunk) => {
    log += chunk;
  });
  const answers = () => ask({ port: askPort, path: '/api/sante?c=ecran' }).then(({ status }) => status === 200);
  await untilItAnswers('caddy', child, answers, () => log);
  const ca = await readFile(join(own, 'pki/authorities/local/root.crt'), 'utf8');
  const askOnce: Caddy['ask'] = (host, path = '/', headers = {}, method = 'GET') =>
    new Promise((resolve, reject) => {
      const address = { host: '127.0.0.1', port: tlsPort, servername: host, ca, agent: false };
      const outgoing = request({ ...address, method, path, headers: { host, ...headers } }, async (incoming) => {
        const certificate = (incoming.socket as TLSSocket).getPeerCertificate();
        let text = '';
        for await (const chunk of incoming.setEncoding('utf8')) text += chunk;
        resolve({ status: incoming.statusCode ?? 0, headers: incoming.headers, text, certificate });
      });
      outgoing.on('error', reject).end();
    });
  return {
    redirectPort,
    ask: async (...asked) => {
      const askNow = () =>
        askOnce(...asked).catch((error: NodeJS.ErrnoException) => {
          if (error.code !== IN_THE_FUTURE) throw error;
          return null;
        });
      const answer = await askUntil('the certificate is valid already', askNow, (answer) => answer !== null);
      return answer as TlsAnswer;
    },
    log: () => log,
    end: async () => {
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
    },
  };
}
