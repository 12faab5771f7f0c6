/** The commands that say where a folder stands; what they do is loaded when one is called. */
import type { Command } from 'commander';
import type { OpenOptions } from './commands/open.ts';
import type { FolderOptions } from './commands/target.ts';
import { ADDRESS, FOLDER, JSON_OUTPUT, SITE } from './options.ts';
import { type CommonOptions, run, type Surroundings } from './run.ts';
import { aboutTheme, type ThemeOption, themeWord } from './theme-option.ts';

/** Adds `statut` and `ouvrir`. */
export function addFolderCommands(program: Command, surroundings: Surroundings): void {
  program
    .command('statut')
    .description('montre le thème que suit le dossier, et ce qui a changé ici et sur le service ; ne change rien')
    .option(...FOLDER)
    .option(...SITE)
    .option(...ADDRESS)
    .option(...JSON_OUTPUT)
    .action((options: FolderOptions & CommonOptions) =>
      run(surroundings, options, async (context) => (await import('./commands/status.ts')).status(context, options)),
    );
  aboutTheme(program.command('ouvrir'))
    .description('ouvre dans le navigateur l’éditeur d’un thème, dans le studio ; imprime son adresse')
    .option('--public', 'le site que voient les visiteurs')
    .option(...FOLDER)
    .option(...SITE)
    .option(...ADDRESS)
    .option(...JSON_OUTPUT)
    .action((theme: string | undefined, options: OpenOptions & ThemeOption & CommonOptions) =>
      run(surroundings, options, async (context) =>
        (await import('./commands/open.ts')).openCommand(context, themeWord(theme, options), options),
      ),
    );
}
