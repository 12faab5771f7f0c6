/** What the client's package has in place of modules that need the sandbox or the server: a sentence that says where to find them. */
import type { Command } from 'commander';
import { CommandRefusal } from '../command-refusal.ts';

const absent = (command: string, where: string): CommandRefusal =>
  new CommandRefusal(`« vitrine ${command} » n’est pas dans ce paquet : ${where}.`, { code: 'absent' });

const IN_REPOSITORY =
  'il exécute le thème dans le bac à sable de la plateforme, que seul le dépôt de vitrine apporte (« npm ci », puis « npx vitrine » dans son dossier)';

/** Instead of `offers.ts`. */
export const HAS_PREVIEW = false;

/** Instead of `verify/verify.ts`. */
export async function verify(): Promise<never> {
  throw absent('verifier', IN_REPOSITORY);
}

/** Instead of `theme-tests/test-theme.ts`. */
export async function testTheme(): Promise<never> {
  throw absent('tester', IN_REPOSITORY);
}

/** Instead of `preview/preview.ts`. */
export async function preview(): Promise<never> {
  throw absent('apercu', IN_REPOSITORY);
}

/** Instead of `admin.ts`. */
export function addAdminCommands(program: Command): void {
  program
    .command('admin')
    .description('commandes de l’exploitant')
    .argument('[mots...]')
    .allowUnknownOption()
    .action(() => {
      throw absent('admin', 'l’exploitant s’en sert là où la plateforme tourne');
    });
}
