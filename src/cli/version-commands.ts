/** The commands of versions, returns and deletion, by name; what they do is loaded when one is called. */
import type { Command } from 'commander';
import { ADDRESS, FOLDER, JSON_OUTPUT, NAMED_THEME, SITE, TARGET, YES } from './options.ts';
import { doing, type Surroundings } from './run.ts';
import { aboutTheme, doingTo, SHORT_FORM } from './theme-option.ts';

/** Adds the commands that show what a theme was, and give it back. */
export function addVersionCommands(program: Command, surroundings: Surroundings): void {
  aboutTheme(program.command('versions'))
    .description('montre les versions d’un thème ; ce qu’avait l’une d’elles, ce qui diffère entre deux')
    .option('--avant <n>', 'celles qui sont plus anciennes que la version n')
    .option('--version [n]', 'les fichiers de la version n ; sans n, la version de vitrine')
    .option('--difference <n..m>', 'ce qui diffère entre deux versions ; « n » seul : ce que la version n a changé')
    .option('--fichier <chemin>', 'ce fichier seulement ; avec --version, imprime ce qu’il contenait')
    .option(...FOLDER)
    .option(...SITE)
    .option(...ADDRESS)
    .option(...JSON_OUTPUT)
    .action(doingTo(surroundings, async () => (await import('./commands/versions.ts')).versions));
  program
    .command('retablir')
    .description('rend à un thème les fichiers d’une de ses versions ; c’est une version de plus, rien n’est perdu')
    .argument('<version>', 'le numéro que « vitrine versions » montre')
    .option(...TARGET)
    .option(...FOLDER)
    .option(...SITE)
    .option(...ADDRESS)
    .option(...YES)
    .option(...JSON_OUTPUT)
    .action(doing(surroundings, async () => (await import('./commands/restore.ts')).restore));
  program
    .command('revenir')
    .description('publie de nouveau ce qui était publié avant, tel qu’il l’était')
    .option(...FOLDER)
    .option(...SITE)
    .option(...ADDRESS)
    .option(...YES)
    .option(...JSON_OUTPUT)
    .action(doing(surroundings, async () => (await import('./commands/go-back.ts')).goBackCommand));
  program
    .command('supprimer')
    .description('supprime un brouillon et ses versions, après en avoir écrit l’archive')
    .argument('[theme]', SHORT_FORM)
    .option(...NAMED_THEME)
    .option('--archive <fichier>', 'où écrire l’archive ; sinon dans le dossier où vous êtes, sous le nom du thème')
    .option('--sans-archive', 'n’en garde rien')
    .option(...SITE)
    .option(...ADDRESS)
    .option(...YES)
    .option(...JSON_OUTPUT)
    .action(doingTo(surroundings, async () => (await import('./commands/delete.ts')).deleteCommand));
}
