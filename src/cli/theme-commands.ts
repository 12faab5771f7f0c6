/** The commands of theme authors, by name; what they do is loaded when one is called. */
import { type Command, Option } from 'commander';
import { CATALOG_IDS } from '../themes/catalog-ids.ts';
import { addFolderCommands } from './folder-commands.ts';
import { addNewThemeCommands } from './new-theme-commands.ts';
import { ADDRESS, FOLDER, JSON_OUTPUT, SITE, TARGET, YES } from './options.ts';
import { addProfileCommand } from './profile-command.ts';
import { doing, type Surroundings } from './run.ts';
import { aboutTheme, doingTo } from './theme-option.ts';
import { addVersionCommands } from './version-commands.ts';

/** Adds the commands that work with themes through the API. */
export function addThemeCommands(program: Command, surroundings: Surroundings): void {
  program
    .command('connexion')
    .description('garde l’adresse du service et une clé d’API, après les avoir essayées')
    .option('--adresse <adresse>', 'adresse du service ; demandée sinon')
    .option('--cle <->', '« - » lit la clé à l’entrée ; demandée sinon')
    .option(...JSON_OUTPUT)
    .action(doing(surroundings, async () => (await import('./commands/connect.ts')).connect));
  program
    .command('lister')
    .description('montre les thèmes du site : celui dont le dossier suit un thème, ou celui de --site')
    .option(...FOLDER)
    .option(...SITE)
    .option(...ADDRESS)
    .option(...JSON_OUTPUT)
    .action(doing(surroundings, async () => (await import('./commands/list.ts')).list));
  addExchangeCommands(program, surroundings);
  addNewThemeCommands(program, surroundings);
  addFolderCommands(program, surroundings);
  addVersionCommands(program, surroundings);
  addProfileCommand(program, surroundings);
}

function addExchangeCommands(program: Command, surroundings: Surroundings): void {
  program
    .command('init')
    .description('installe un thème du catalogue en brouillon, et le récupère')
    .argument('<catalogue>', `l’un des thèmes ${CATALOG_IDS.join(', ')}`)
    .option('--dossier <dossier>', 'dossier à remplir ; sinon un nouveau, appelé comme le thème')
    .option(...SITE)
    .option(...ADDRESS)
    .option(...YES)
    .option(...JSON_OUTPUT)
    .action(doing(surroundings, async () => (await import('./commands/init.ts')).init));
  aboutTheme(program.command('recuperer'))
    .description('amène ici un thème, ou ce qui y a changé ; n’écrase rien de ce qui a changé ici')
    .option(...FOLDER)
    .option('--forcer', 'dans un conflit, prend la version du service ; la vôtre va dans .vitrine/corbeille')
    .option(...SITE)
    .option(...ADDRESS)
    .option(...YES)
    .option(...JSON_OUTPUT)
    .action(doingTo(surroundings, async () => (await import('./commands/pull.ts')).pullCommand));
  program
    .command('pousser')
    .description('envoie ce qui a changé ici, tout ou rien ; au brouillon de travail si le thème est publié')
    .argument('[fichiers...]', 'ceux-là seulement ; sinon tous')
    .option(...FOLDER)
    .option(...TARGET)
    .option('--publie', 'envoie au thème publié, sans demander')
    .option('--supprimer', 'supprime sur le service ce qui est supprimé ici')
    .option('--forcer', 'dans un conflit, envoie votre version ; l’autre va dans .vitrine/corbeille')
    .option(...SITE)
    .option(...ADDRESS)
    .option(...YES)
    .option(...JSON_OUTPUT)
    .action(doing(surroundings, async () => (await import('./commands/push.ts')).pushCommand));
  program
    .command('resoudre')
    .description('montre ce qui a changé ici et sur le service, et comment le régler ; ou le règle')
    .argument('[fichiers...]', 'ceux-là seulement ; sinon tous')
    .addOption(new Option('--ici', 'garde votre version ; celle du service va dans .vitrine/corbeille'))
    .addOption(new Option('--service', 'prend celle du service ; la vôtre va dans .vitrine/corbeille').conflicts('ici'))
    .addOption(
      new Option('--marqueurs', 'écrit les versions de chaque passage dans le fichier, comme git').conflicts([
        ...['ici', 'service'],
      ]),
    )
    .addOption(
      new Option(
        '--outil [commande]',
        'ouvre l’outil de fusion ; sinon celui de VITRINE_OUTIL_FUSION ou de git',
      ).conflicts(['ici', 'service', 'marqueurs']),
    )
    .option(...FOLDER)
    .option(...TARGET)
    .option(...SITE)
    .option(...ADDRESS)
    .option(...JSON_OUTPUT)
    .action(doing(surroundings, async () => (await import('./commands/resolve.ts')).resolveCommand));
  program
    .command('suivre')
    .description('envoie chaque enregistrement au brouillon, et amène ici ce qui change sur le service ; Ctrl-C arrête')
    .option(...FOLDER)
    .option(...TARGET)
    .option('--publie', 'envoie au thème publié, sans demander')
    .option('--supprimer', 'supprime sur le service ce qui est supprimé ici')
    .option(...SITE)
    .option(...ADDRESS)
    .option(...YES)
    .option('--json', 'imprime un objet JSON par ligne')
    .action(doing(surroundings, async () => (await import('./commands/follow.ts')).follow, 'until interrupted'));
  aboutTheme(program.command('publier'))
    .description('montre un thème aux visiteurs, à la place de celui qu’ils voient')
    .option('--garder-nom', 'laisse son nom au brouillon de travail, qui prend sinon celui du thème qu’il remplace')
    .option(...FOLDER)
    .option(...SITE)
    .option(...ADDRESS)
    .option(...YES)
    .option(...JSON_OUTPUT)
    .action(doingTo(surroundings, async () => (await import('./commands/publish.ts')).publish));
  aboutTheme(program.command('repeter'))
    .description('montre ce que changerait la publication d’un brouillon ; ne change rien')
    .option(...FOLDER)
    .option('--difference', 'montre aussi le HTML qui diffère')
    .option(...SITE)
    .option(...ADDRESS)
    .option(...JSON_OUTPUT)
    .action(doingTo(surroundings, async () => (await import('./commands/rehearse.ts')).rehearse));
  aboutTheme(program.command('actualiser'))
    .description('montre ce que le catalogue a de plus récent que le thème ; --appliquer le fusionne dans le brouillon')
    .option('--appliquer', 'l’écrit dans le brouillon ; jamais dans le thème publié')
    .option('--conflits <choix>', 'où vous et le catalogue avez changé la même chose : garder (le vôtre) ou catalogue')
    .option('--sauf <fichiers...>', 'fichiers dans lesquels prendre l’autre choix')
    .option(...FOLDER)
    .option(...SITE)
    .option(...ADDRESS)
    .option(...JSON_OUTPUT)
    .action(doingTo(surroundings, async () => (await import('./commands/upgrade.ts')).upgrade));
  program
    .command('difference')
    .description('montre ce qui diffère entre le dossier et le service')
    .option(...FOLDER)
    .option(...TARGET)
    .option(...SITE)
    .option(...ADDRESS)
    .option(...JSON_OUTPUT)
    .action(doing(surroundings, async () => (await import('./commands/difference.ts')).difference));
}
