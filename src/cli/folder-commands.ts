/** The commands that say where a folder stands; what they do is loaded when one is called. */
import type { Command } from 'commander';
import { ADDRESS, FOLDER, JSON_OUTPUT, SITE } from './options.ts';
import { doing, type Surroundings } from './run.ts';
import { aboutTheme, doingTo } from './theme-option.ts';

/** Adds `statut` and `ouvrir`. */
export function addFolderCommands(program: Command, surroundings: Surroundings): void {
  program
    .command('statut')
    .description('montre le thème que suit le dossier, et ce qui a changé ici et sur le service ; ne change rien')
    .option(...FOLDER)
    .option(...SITE)
    .option(...ADDRESS)
    .option(...JSON_OUTPUT)
    .action(doing(surroundings, async () => (await import('./commands/status.ts')).status));
  aboutTheme(program.command('ouvrir'))
    .description('ouvre dans le navigateur l’éditeur d’un thème, dans le studio ; imprime son adresse')
    .option('--public', 'le site que voient les visiteurs')
    .option(...FOLDER)
    .option(...SITE)
    .option(...ADDRESS)
    .option(...JSON_OUTPUT)
    .action(doingTo(surroundings, async () => (await import('./commands/open.ts')).openCommand));
}
