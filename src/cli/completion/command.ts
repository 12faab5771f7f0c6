/** `completion <shell>`, and `complete`, which the shell calls at each Tab; what they do is loaded when one is called. */
import { Argument, type Command } from 'commander';
import { run, type Surroundings } from '../run.ts';

const SHELLS = ['bash', 'zsh', 'fish', 'powershell'] as const;
export type Shell = (typeof SHELLS)[number];

export function addCompletion(program: Command, surroundings: Surroundings): void {
  program
    .command('completion')
    .description('imprime de quoi compléter les commandes par Tab')
    .addArgument(new Argument('<shell>', 'l’interpréteur de commandes').choices(SHELLS))
    .action((shell: Shell) =>
      run(surroundings, {}, async ({ terminal }) => {
        terminal.show(await (await import('./scripts.ts')).scriptFor(shell));
      }),
    );
  program
    .command('complete', { hidden: true })
    .description('ce qui peut suivre les mots donnés')
    .argument('[mots...]', 'ce qui suit « vitrine », jusqu’au curseur')
    .action((words: string[]) =>
      run(surroundings, {}, async (context) => {
        context.terminal.show(await (await import('./complete.ts')).complete(program, words, context));
      }),
    );
}
