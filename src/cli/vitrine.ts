import { CommanderError } from 'commander';
import { StartupError } from '../startup-error.ts';
import { buildCommandLine } from './command-line.ts';
import { CommandRefusal } from './command-refusal.ts';
import { EXIT } from './exit-codes.ts';
import { outliveReaders, printSentence, visibleLines } from './terminal.ts';

outliveReaders();
const words = process.argv.slice(2);
try {
  const program = await buildCommandLine(words);
  if (words.length === 0) program.outputHelp();
  else await program.parseAsync();
} catch (error) {
  if (error instanceof CommanderError) process.exitCode = error.exitCode === 0 ? EXIT.done : EXIT.usage;
  else {
    const known = error instanceof CommandRefusal || error instanceof StartupError;
    const told = known ? (error as Error).message : ((error as Error).stack ?? String(error));
    // The message quotes names of files, themes and options.
    printSentence(process.stderr, `vitrine : ${visibleLines(told)}`);
    process.exitCode = error instanceof CommandRefusal ? error.exit : EXIT.refused;
  }
}
