import { type Command, Option } from 'commander';
import { refusalOfDisk } from '../run.ts';
import { printSentence } from '../terminal.ts';
import type { VerifyOptions } from './report.ts';

/** Adds `vitrine verifier`; the sandbox is loaded when it is used. */
export function registerVerify(program: Command): void {
  program
    .command('verifier')
    .description('cherche ce qui ne va pas dans un thème, sans serveur ni réseau')
    .argument('[dossier]', 'dossier du thème ; sinon celui où vous êtes')
    .option('--corriger', 'écrit dans le dossier les corrections qui n’ont qu’une bonne réponse')
    .addOption(new Option('--essai', 'montre ce que --corriger écrirait, et n’écrit rien').implies({ corriger: true }))
    .addOption(new Option('--json', 'imprime un objet JSON').conflicts('sarif'))
    .option('--sarif', 'imprime un rapport SARIF 2.1.0, pour l’intégration continue')
    .action(async (folder: string | undefined, options: VerifyOptions) => {
      const { verify } = await import('./verify.ts');
      const { output, difference, isRight } = await verify(folder, options).catch((error) => {
        throw refusalOfDisk(error) ?? error;
      });
      if (options.json || options.sarif) process.stdout.write(output);
      else {
        process.stdout.write(difference);
        printSentence(process.stdout, output.trimEnd());
      }
      if (!isRight) process.exitCode = 1;
    });
}
