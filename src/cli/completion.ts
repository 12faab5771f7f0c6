import tab from '@bomb.sh/tab/commander';
import type { Command } from 'commander';
import { inFrench } from './french.ts';

/** Adds `completion <shell>`, and `complete`, which the shell calls. The other commands have been added before. */
export function addCompletion(program: Command): void {
  tab(program, { completionCommandName: 'completion' });
  const completion = program.commands.find((command) => command.name() === 'completion');
  if (!completion) return;
  completion.description('imprime de quoi compléter les commandes par Tab');
  for (const shell of completion.registeredArguments) shell.description = 'l’interpréteur de commandes';
  inFrench(completion);
}
