import type { Command } from 'commander';
import { JSON_OUTPUT } from '../options.ts';
import { doing, type Surroundings } from '../run.ts';

/** Adds `vitrine schemas`. */
export function addSchemasCommand(program: Command, surroundings: Surroundings): void {
  program
    .command('schemas')
    .description('écrit les schémas JSON des fichiers d’un thème, pour un éditeur sans « vitrine langage »')
    .argument('<dossier>', 'où les écrire')
    .option(...JSON_OUTPUT)
    .action(doing(surroundings, async () => (await import('./write-schemas.ts')).writeSchemas));
}
