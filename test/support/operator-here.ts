import { vi } from 'vitest';
import { buildCommandLine } from '../../src/cli/command-line.ts';
import { CommandRefusal } from '../../src/cli/command-refusal.ts';
import { StartupError } from '../../src/startup-error.ts';
import { ownEnvironment } from './environment.ts';
import type { Run } from './operator.ts';

/**
 * Runs `vitrine admin …` in this process, which is twenty times as quick as in one of its own: one at a time, since it takes the process's
 * environment and output. What is no refusal is thrown.
 */
export async function runAdminHere(words: readonly string[], environment: Record<string, string>): Promise<Run> {
  const { env, exitCode } = process;
  const outputs = [process.stdout, process.stderr].map((stream) => vi.spyOn(stream, 'write').mockReturnValue(true));
  const printed = () => outputs.map(({ mock }) => mock.calls.map(([text]) => text).join(''));
  process.env = ownEnvironment(environment);
  process.exitCode = 0;
  try {
    const commandLine = await buildCommandLine(['admin']);
    await commandLine.parseAsync(['admin', ...words], { from: 'user' });
    const [out = '', err = ''] = printed();
    return { code: Number(process.exitCode), out, err };
  } catch (error) {
    if (!(error instanceof CommandRefusal || error instanceof StartupError)) throw error;
    const [out = ''] = printed();
    return { code: 1, out, err: `vitrine : ${error.message}\n` };
  } finally {
    for (const output of outputs) output.mockRestore();
    [process.env, process.exitCode] = [env, exitCode];
  }
}
