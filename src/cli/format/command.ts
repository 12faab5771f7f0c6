import type { Command } from 'commander';
import { JSON_OUTPUT } from '../options.ts';
import { doing, type Surroundings } from '../run.ts';

/** Adds `vitrine formater`; the formatter is loaded when it is used. */
export function addFormatCommand(program: Command, surroundings: Surroundings): void {
  program
    .command('formater')
    .description('met en forme les fichiers .liquid et .json d’un thème ; les pages restent les mêmes')
    .argument('[dossier]', 'dossier du thème ; sinon celui où vous êtes')
    .option('--verifier', 'ne change rien ; finit avec 1 où un fichier changerait')
    .option(...JSON_OUTPUT)
    .action(doing(surroundings, async () => (await import('./format-folder.ts')).formatFolder));
}
