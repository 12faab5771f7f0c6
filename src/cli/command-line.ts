import { Command } from 'commander';
import { addAdminCommands } from './admin.ts';
import { registerPreview } from './preview/command.ts';
import { registerVerify } from './verify/command.ts';

/** Words that the argument parser itself writes into a help page. */
const FRENCH: Readonly<Record<string, string>> = {
  'Usage:': 'Utilisation :',
  'Options:': 'Options :',
  'Commands:': 'Commandes :',
  'Arguments:': 'Arguments :',
};

/** The command `vitrine`, whole. */
export function buildCommandLine(): Command {
  const program = new Command('vitrine').description('Hébergeur de thèmes.').exitOverride();
  addAdminCommands(program);
  registerPreview(program);
  registerVerify(program);
  return inFrench(program);
}

function inFrench(command: Command): Command {
  command.helpOption('--aide', 'affiche cette aide').helpCommand(false);
  command.configureHelp({ styleTitle: (title) => FRENCH[title] ?? title });
  for (const child of command.commands) inFrench(child);
  return command;
}
