/** The command that measures a page; what it does is loaded when it is called. */
import type { Command } from 'commander';
import { ADDRESS, FOLDER, JSON_OUTPUT, SITE, TARGET } from './options.ts';
import { doing, type Surroundings } from './run.ts';

export function addProfileCommand(program: Command, surroundings: Surroundings): void {
  program
    .command('profiler')
    .description('mesure une page : ce que coûte chaque section, chaque extrait, chaque balise')
    .argument('[adresse]', 'l’adresse de la page, comme « /contact » ; sinon l’accueil')
    .option(...TARGET)
    .option('--sortie <fichier>', 'écrit aussi un fichier que https://www.speedscope.app ouvre')
    .option(...FOLDER)
    .option(...SITE)
    .option(...ADDRESS)
    .option(...JSON_OUTPUT)
    .action(doing(surroundings, async () => (await import('./commands/profile.ts')).profile));
}
