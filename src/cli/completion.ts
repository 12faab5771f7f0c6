import tab from '@bomb.sh/tab/commander';
import type { Command } from 'commander';

/** Adds `completion <shell>`, and `complete`, which the shell calls. The other commands stand already. */
export function addCompletion(program: Command): void {
  tab(program, { completionCommandName: 'completion' });
  program.commands
    .find((command) => command.name() === 'completion')
    ?.description('imprime de quoi compléter les commandes par Tab');
}
