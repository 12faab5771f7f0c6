/** The command that brings a folder of git to sites; what it does is loaded when it is called. */
import type { Command } from 'commander';
import { ADDRESS, JSON_OUTPUT } from './options.ts';
import { doing, type Surroundings } from './run.ts';

export function addDeployCommand(program: Command, surroundings: Surroundings): void {
  program
    .command('deployer')
    .description('rend un brouillon identique à un dossier, sans terminal ni .vitrine : pour git et ses tâches')
    .argument('[dossier]', 'dossier du thème ; sinon celui où vous êtes')
    .option('--brouillon <nom>', 'nom du brouillon, fait la première fois ; sinon celui du thème et la branche de git')
    .option('--theme <theme>', 'un thème qui existe, au lieu de ce brouillon')
    .option('--publie', 'admet le thème publié : les visiteurs voient aussitôt ce qui change')
    .option(
      '--garder <motifs>',
      'fichiers qui sont au site, séparés par des virgules, comme « templates/*.json » ; avec plusieurs sites, leurs réglages ; « aucun »',
      (motifs: string, before: readonly string[] = []) => [...before, motifs],
    )
    .option('--forcer', 'remplace aussi les textes que seul le service a ; ils restent dans les versions')
    .option('--essai', 'montre ce qui se ferait, et ne fait rien')
    .option('--publier', 'publie ensuite le brouillon')
    .option('--site <noms>', 'site, par son nom court ou son identifiant ; plusieurs, séparés par des virgules')
    .option(...ADDRESS)
    .option(...JSON_OUTPUT)
    .action(doing(surroundings, async () => (await import('./commands/deploy.ts')).deploy));
}
