/** The commands of theme authors, by name; what they do is loaded when one is called. */
import type { Command } from 'commander';
import type { ConnectOptions } from './commands/connect.ts';
import type { RemoteOptions } from './commands/context.ts';
import type { CommonOptions } from './run.ts';
import { run } from './run.ts';

const JSON_OUTPUT = ['--json', 'imprime un objet JSON'] as const;
const YES = ['--oui', 'répond oui à toutes les questions'] as const;
const SITE = ['--site <nom>', 'site, par son nom court ou son identifiant'] as const;
const ADDRESS = ['--adresse <adresse>', 'adresse du service, s’il y en a plusieurs'] as const;

/** Adds the commands that work with themes through the API. */
export function addThemeCommands(program: Command): void {
  program
    .command('connexion')
    .description('garde l’adresse du service et une clé d’API, après les avoir essayées')
    .option('--adresse <adresse>', 'adresse du service ; demandée sinon')
    .option('--cle <->', '« - » lit la clé à l’entrée ; demandée sinon')
    .option(...JSON_OUTPUT)
    .action((options: ConnectOptions & CommonOptions) =>
      run(options, async (context) => (await import('./commands/connect.ts')).connect(context, options)),
    );
  program
    .command('lister')
    .description('montre les thèmes du site')
    .option(...SITE)
    .option(...ADDRESS)
    .option(...JSON_OUTPUT)
    .action((options: RemoteOptions & CommonOptions) =>
      run(options, async (context) => (await import('./commands/list.ts')).list(context, options)),
    );
}
