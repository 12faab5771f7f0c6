/** `completion <shell>`, and `complete`, which the shell calls at each Tab; what they do is loaded when one is called. */
import { Argument, type Command } from 'commander';
import { run, type Surroundings } from '../run.ts';
import { printScript, SHELLS, type Shell } from './scripts.ts';

export function addCompletion(program: Command, surroundings: Surroundings): void {
  program
    .command('completion')
    .description('imprime de quoi compléter les commandes par Tab')
    .addArgument(new Argument('<shell>', 'l’interpréteur de commandes').choices(SHELLS))
    .action((shell: Shell) => run(surroundings, {}, ({ terminal }) => printScript(shell, terminal)));
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
