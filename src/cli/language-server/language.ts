import { Console } from 'node:console';
import { once } from 'node:events';
import { CommandRefusal } from '../command-refusal.ts';
import type { Context } from '../commands/context.ts';
import { EXIT } from '../exit-codes.ts';
import { printSentence, visible } from '../terminal.ts';
import { serve } from './server.ts';

/** Serves the editor that has started this process. @throws CommandRefusal when a person calls it at a terminal */
export async function language({ signal }: Context): Promise<void> {
  if (process.stdin.isTTY) {
    throw new CommandRefusal(
      '« vitrine langage » est démarré par un éditeur, qui lui parle à l’entrée : donnez cette commande à celui dont vous vous servez.',
      { code: 'terminal', exit: EXIT.usage },
    );
  }
  // The output belongs to the protocol.
  globalThis.console = new Console(process.stderr);
  const interrupted = once(signal, 'abort').then(() => ({ code: EXIT.interrupted, reason: undefined }));
  const { code, reason } = await Promise.race([serve(process.stdin, process.stdout), interrupted]);
  if (reason !== undefined) printSentence(process.stderr, `vitrine : ${visible(reason)}`);
  process.exit(code);
}
