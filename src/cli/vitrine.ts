#!/usr/bin/env node
import { CommanderError } from 'commander';
import { StartupError } from '../startup-error.ts';
import { buildCommandLine } from './command-line.ts';
import { CommandRefusal } from './command-refusal.ts';

try {
  await buildCommandLine().parseAsync();
} catch (error) {
  if (error instanceof CommanderError) process.exitCode = error.exitCode;
  else {
    const known = error instanceof CommandRefusal || error instanceof StartupError;
    process.stderr.write(`vitrine : ${known ? (error as Error).message : (error as Error).stack}\n`);
    process.exitCode = 1;
  }
}
