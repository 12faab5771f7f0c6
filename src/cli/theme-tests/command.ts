import { type Command, Option } from 'commander';
import { doing, type Surroundings } from '../run.ts';

/** Adds `vitrine tester`; the sandbox is loaded when it is used. */
export function registerThemeTests(program: Command, surroundings: Surroundings): void {
  program
    .command('tester')
    .description(
      'fait les tests d’un thème, et rend chaque section avec des réglages inattendus, sans serveur ni réseau',
    )
    .argument('[dossier]', 'dossier du thème ; sinon celui où vous êtes')
    .option('--filtre <texte>', 'seulement les tests et les sections qui ont ce texte dans leur nom')
    .option('--accepter [nom]', 'garde le HTML de tous les tests, ou de celui-là, dans tests/<nom>.html')
    .addOption(new Option('--reglages', 'seulement les réglages inattendus').conflicts(['sansReglages', 'accepter']))
    .option('--sans-reglages', 'seulement les tests')
    .option('--contenu <fichier>', 'contenu à montrer (contenu.json du dossier, sinon celui d’une démonstration)')
    .addOption(new Option('--json', 'imprime un objet JSON').conflicts('junit'))
    .option('--junit', 'imprime un rapport JUnit, pour l’intégration continue')
    .action(doing(surroundings, async () => (await import('./test-theme.ts')).testTheme));
}
