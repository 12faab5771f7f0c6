import { Command } from 'commander';
import { columnsOf } from './columns.ts';
import { addCompletion } from './completion/command.ts';
import { addDeployCommand } from './deploy-command.ts';
import { addFormatCommand } from './format/command.ts';
import { inFrench } from './french.ts';
import { registerLanguageServer } from './language-server/command.ts';
import { HAS_PREVIEW } from './package/offers.ts';
import { registerPreview } from './preview/command.ts';
import { processSurroundings } from './run.ts';
import { addSchemasCommand } from './schemas/command.ts';
import { addThemeCommands } from './theme-commands.ts';
import { registerThemeTests } from './theme-tests/command.ts';
import { registerVerify } from './verify/command.ts';
import { wrapped } from './wrap.ts';

const MORE = `
Pour commencer : « vitrine connexion », « vitrine init vela », puis dans le dossier vela ${HAS_PREVIEW ? '« vitrine apercu » et ' : ''}« vitrine suivre ».
« vitrine <commande> --aide » montre comment se servir de chacune.

Codes de fin : 0 fait, 1 refusé, 2 mal écrit, 3 conflit, 4 service injoignable, 130 interrompu.
VITRINE_ADRESSE et VITRINE_CLE remplacent « vitrine connexion ».`;

/**
 * The command `vitrine`. Code that only some commands need is loaded when one of them is called.
 * @param words what follows `vitrine`
 */
export async function buildCommandLine(
  words: readonly string[],
  surroundings = processSurroundings(),
): Promise<Command> {
  const program = new Command('vitrine')
    .description('travaille à un thème dans un dossier, avec l’éditeur de son choix, et l’envoie au service')
    .exitOverride()
    // Options behind the name of a command belong to that command: `versions --version 3`.
    .enablePositionalOptions()
    .addHelpText('after', () => wrapped(MORE, columnsOf(process.stdout)));
  addThemeCommands(program, surroundings);
  addDeployCommand(program, surroundings);
  registerPreview(program);
  registerVerify(program);
  registerThemeTests(program, surroundings);
  addFormatCommand(program, surroundings);
  addSchemasCommand(program, surroundings);
  registerLanguageServer(program, surroundings);
  if (isAboutAdmin(words)) (await import('./admin.ts')).addAdminCommands(program);
  else program.command('admin').description('commandes de l’exploitant');
  addCompletion(program, surroundings);
  inFrench(program);
  return program;
}

/** Whether the words are one of the operator's commands, or are to be completed to one. */
const isAboutAdmin = ([first, ...others]: readonly string[]): boolean =>
  first === 'admin' || (first === 'complete' && others.includes('admin'));
