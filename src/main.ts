/** `npm start`: starts the service and prints its addresses. */
import { setTimeout as sleep } from 'node:timers/promises';
import { type Config, readConfig } from './config.ts';
import { localAddress } from './http/public-address.ts';
import { type Program, startProgram } from './program.ts';
import { StartupError } from './startup-error.ts';

const say = (line: string) => process.stdout.write(`${line}\n`);

try {
  const config = readConfig(process.env);
  const starting = startProgram(config, { progress: say });
  // Installed before the start ends: Ctrl-C must also stop a start.
  stopOnSignal(starting, config);
  const program = await starting;
  process.on('SIGUSR2', () => replaceRenderProcesses(program));
  announce(program, config);
} catch (error) {
  process.stderr.write(`vitrine : ${error instanceof StartupError ? error.message : (error as Error).stack}\n`);
  process.exit(1);
}

function announce({ http, slugs, demo }: Program, { sitesDomain, baseUrl, host }: Config): void {
  const port = http.port;
  say('');
  for (const slug of slugs) say(`  Site             http://${slug}.${sitesDomain}:${port}/`);
  say(`  Tableau de bord  ${baseUrl ?? localAddress(host, port)}/`);
  if (demo) {
    say('');
    say('  Montrés cette seule fois :');
    say(`  Compte           ${demo.email}  ${demo.password}`);
    say(`  Clé d’API        ${demo.key}`);
  }
  say('');
  say('vitrine est prête. Ctrl-C pour arrêter.');
}

/** For operators who want new render processes without a restart. */
async function replaceRenderProcesses(program: Program): Promise<void> {
  say('vitrine remplace ses processus de rendu…');
  await program.replaceRenderProcesses();
  say('vitrine a remplacé ses processus de rendu.');
}

function stopOnSignal(starting: Promise<Program>, { shutdownDelay }: Config): void {
  let stopping = false;
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, async () => {
      if (stopping) return;
      stopping = true;
      say('vitrine s’arrête…');
      // A start that fails stops its own parts.
      await starting.then((program) => stop(program, shutdownDelay)).catch(() => undefined);
      process.exit(0);
    });
  }
}

/** @param delay seconds in which a proxy is told to send its requests elsewhere */
async function stop(program: Program, delay: number): Promise<void> {
  program.http.announceStop();
  await sleep(delay * 1_000);
  await program.close();
}
