import { type Command, Option } from 'commander';
import { doing, type Surroundings } from '../run.ts';

/** Adds `vitrine langage`; the engine and the protocol are loaded when it is used. */
export function registerLanguageServer(program: Command, surroundings: Surroundings): void {
  program
    .command('langage')
    .description(
      'est le serveur de langage que les éditeurs démarrent : erreurs, propositions, aide, en écrivant (LSP)',
    )
    // Editors add these by themselves.
    .addOption(new Option('--stdio').hideHelp())
    .addOption(new Option('--clientProcessId <pid>').hideHelp())
    .action(doing(surroundings, async () => (await import('./language.ts')).language, 'until interrupted'));
}
