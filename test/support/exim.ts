/** Debian's mail server on this machine, in the place of `mail-server.ts`, with its own settings and folder: it writes mail into files. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePorts } from './free-ports.ts';
import { readMessage } from './mail-message.ts';
import { NO_SITE, type TestMailServer, testMailServer } from './mail-server.ts';
import { programPath } from './needs.ts';
import { until } from './until.ts';

/** @param baseUrl where the links of mail lead */
export async function startExim(baseUrl = NO_SITE): Promise<TestMailServer> {
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-exim-'));
  for (const name of ['', 'spool', 'log', 'box']) {
    await mkdir(join(folder, name), { recursive: true });
    // Started by root, it works as a user of its own.
    await chmod(join(folder, name), 0o777);
  }
  const [port] = await freePorts(1);
  await writeFile(join(folder, 'exim.conf'), configuration(folder, Number(port)));
  const child = spawn(programPath('exim4') ?? '', ['-C', join(folder, 'exim.conf'), '-bdf', '-q1m'], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => {
      output += chunk;
    });
  }
  const ended = once(child, 'close');
  await until('the mail server answers', async () => {
    if (child.exitCode !== null) throw new Error(`exim4 has ended: ${output}`);
    const socket = connect(Number(port), '127.0.0.1');
    try {
      await once(socket, 'data');
    } finally {
      socket.destroy();
    }
  });
  return testMailServer({
    ...{ port: Number(port), baseUrl },
    messages: async () => {
      const box = join(folder, 'box', 'new');
      const names = existsSync(box) ? (await readdir(box)).toSorted() : [];
      return Promise.all(names.map(async (name) => readMessage(await readFile(join(box, name)))));
    },
    close: async () => {
      child.kill('SIGTERM');
      await ended;
      await rm(folder, { recursive: true, force: true });
    },
  });
}

const configuration = (folder: string, port: number): string => `
primary_hostname = courrier.test
spool_directory = ${folder}/spool
log_file_path = ${folder}/log/%slog
pid_file_path = ${folder}/spool/exim.pid
local_interfaces = 127.0.0.1
daemon_smtp_ports = ${port}
tls_advertise_hosts =
host_lookup =
keep_environment =
acl_smtp_rcpt = take
acl_smtp_data = take
deliver_drop_privilege
smtp_accept_queue_per_connection = 0
smtp_accept_max = 0
queue_run_max = 5

begin acl
take:
  accept

begin routers
everybody:
  driver = accept
  transport = files

begin transports
files:
  driver = appendfile
  directory = ${folder}/box
  maildir_format
  create_directory
  directory_mode = 0777
  mode = 0666
  mode_fail_narrower = false
  envelope_to_add
  return_path_add
`;
