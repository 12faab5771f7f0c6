import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import metadata from '../../package.json' with { type: 'json' };
import { buildCommandLine } from '../../src/cli/command-line.ts';
import { ownEnvironment } from './environment.ts';
import { runHere } from './operator.ts';
import { emptyRecord, recordingTerminal } from './recording-terminal.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** Commands that go on until they are told to end, each in a process of its own. */
const LASTING = new Set(['suivre', 'langage']);
/** Commands that take the folder and the output of their process. */
const OWN_OUTPUT = new Set(['verifier', 'tester', 'apercu']);
/** What a command prints that waits for it. */
const INTERRUPTION = 'Ctrl-C';

/** What an editor says to a language server that it starts and ends. */
const SESSION = ['{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"capabilities":{}}}']
  .concat(['{"jsonrpc":"2.0","id":2,"method":"shutdown"}', '{"jsonrpc":"2.0","method":"exit"}'])
  .map((message) => `Content-Length: ${message.length}\r\n\r\n${message}`)
  .join('');

/** Whether a command says that it waits for the service depends on how fast the machine is. */
const WAITS = /^http:\S+ ne répond pas encore : la commande attend\. Ctrl-C l’arrête\.$/;

/** Whether `vitrine` with these words prints by itself, maybe in a process of its own. */
export const runsApart = ([command = '']: readonly string[]): boolean =>
  LASTING.has(command) || OWN_OUTPUT.has(command);

/** Somebody who follows a page of docs/ at a terminal. */
export interface PageReader {
  /** Runs `vitrine` with these words in this process, the key on its standard input. @returns what it said, and its JSON */
  run(words: readonly string[]): Promise<{ said: string; result: object | undefined }>;
  /**
   * Runs `vitrine` as it prints by itself: `suivre` and `langage` in a process of their own. What goes on until it is interrupted is interrupted where
   * it waits for that.
   * @returns what it said, and how it ended
   */
  runApart(words: readonly string[]): Promise<{ said: string; code: number | null }>;
  /** Runs a script of a shell in which `vitrine` is the command. */
  shell(script: string): Promise<{ out: string; err: string }>;
}

/** @param folder where they work, which is their home too */
export function pageReader(folder: string, key: string): PageReader {
  const environment = { HOME: folder, XDG_CONFIG_HOME: join(folder, 'config') };
  return {
    async run(words) {
      const record = emptyRecord();
      const commandLine = await buildCommandLine(words, {
        environment,
        workingFolder: folder,
        terminal: ({ json, yes }) => recordingTerminal(record, { json, answer: yes || undefined, input: `${key}\n` }),
      });
      await commandLine.parseAsync([...words], { from: 'user' });
      return { said: record.lines.filter((line) => !WAITS.test(line)).join('\n'), result: record.results.at(-1) };
    },
    async runApart(words) {
      if (OWN_OUTPUT.has(words[0] ?? '')) {
        const { code, out, err } = await runHere(words, { environment, folder, interruptedAt: INTERRUPTION });
        return { said: `${out}${err}`, code };
      }
      const env = ownEnvironment(environment);
      const child = spawn(process.execPath, [`${ROOT}/src/cli/vitrine.ts`, ...words], { cwd: folder, env });
      if (words[0] === 'langage') child.stdin.write(SESSION);
      let said = '';
      let isInterrupted = false;
      for (const stream of [child.stdout, child.stderr]) {
        stream.on('data', (chunk) => {
          said += chunk;
          // A second one would end it at once.
          if (said.includes(INTERRUPTION) && !isInterrupted) isInterrupted = child.kill('SIGINT');
        });
      }
      const [code] = await once(child, 'close');
      return { said, code };
    },
    shell: (script) =>
      new Promise((resolve) => {
        const command = `vitrine() { "${process.execPath}" "${ROOT}/${metadata.bin.vitrine}" "$@"; }\n${script}`;
        const env = ownEnvironment(environment);
        execFile('bash', ['-c', command], { cwd: folder, env }, (_error, out, err) => resolve({ out, err }));
      }),
  };
}
