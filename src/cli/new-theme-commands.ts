/** The commands that make themes and give them names; what they do is loaded when one is called. */
import type { Command } from 'commander';
import { ADDRESS, FOLDER, JSON_OUTPUT, SITE, TARGET, YES } from './options.ts';
import { doing, type Surroundings } from './run.ts';
import { aboutTheme, doingTo } from './theme-option.ts';

/** Adds the commands by which a theme begins here, leaves as an archive, and gets its name. */
export function addNewThemeCommands(program: Command, surroundings: Surroundings): void {
  program
    .command('importer')
    .description('fait un nouveau thème d’un dossier, qui le suit ensuite, ou d’une archive')
    .argument('[source]', 'dossier ou archive, « - » pour une archive à l’entrée ; sinon le dossier où vous êtes')
    .option('--nom <nom>', 'nom du thème ; sinon celui de config/theme.json ou de l’archive, ou du dossier')
    .option('--version-theme <version>', 'version du thème ; sinon celle de config/theme.json ou de l’archive')
    .option('--nouveau', 'même si le site a déjà ce thème, ou un autre de ce nom')
    .option(...SITE)
    .option(...ADDRESS)
    .option(...YES)
    .option(...JSON_OUTPUT)
    .action(doing(surroundings, async () => (await import('./commands/import.ts')).importCommand));
  aboutTheme(program.command('exporter'))
    .description('écrit l’archive d’un thème, dont « vitrine importer » refait un thème')
    .option('--sortie <fichier>', 'où l’écrire, « - » pour l’imprimer ; sinon ici, sous le nom du thème')
    .option(...FOLDER)
    .option(...SITE)
    .option(...ADDRESS)
    .option(...YES)
    .option(...JSON_OUTPUT)
    .action(doingTo(surroundings, async () => (await import('./commands/export.ts')).exportCommand));
  aboutTheme(program.command('dupliquer'))
    .description('copie un thème en un nouveau brouillon')
    .option('--nom <nom>', 'nom de la copie ; sinon celui du thème avec « (copie) »')
    .option(...FOLDER)
    .option(...SITE)
    .option(...ADDRESS)
    .option(...JSON_OUTPUT)
    .action(doingTo(surroundings, async () => (await import('./commands/duplicate.ts')).duplicateCommand));
  program
    .command('renommer')
    .description('donne un autre nom à un thème')
    .argument('<nom>', 'le nouveau nom')
    .option(...TARGET)
    .option(...FOLDER)
    .option(...SITE)
    .option(...ADDRESS)
    .option(...JSON_OUTPUT)
    .action(doing(surroundings, async () => (await import('./commands/rename.ts')).renameCommand));
}
