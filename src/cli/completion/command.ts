/** `completion <shell>`, and `complete`, which the shell calls at each Tab; their code is loaded when one of them is called. */
import { Argument, type Command } from 'commander';
import { run, type Surroundings } from '../run.ts';
import { printScript, SHELLS, type Shell } from './scripts.ts';

/** How long a Tab waits for the service, milliseconds. */
const DEADLINE_MS = 1_000;

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
        const { complete } = await import('./complete.ts');
        const signal = AbortSignal.any([context.signal, AbortSignal.timeout(DEADLINE_MS)]);
        context.terminal.show(await complete(program, words, { ...context, signal }));
      }),
    );
}
