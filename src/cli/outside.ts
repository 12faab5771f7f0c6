/** Every operation of an exchange outside of its process, in one object: a test lets a command die at any of them. */
import { constants, linkSync, lstatSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { chmod, link, lstat, mkdir, open, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';

/** Flags for `open`. */
export { constants };

export const outside = {
  ...{ chmod, link, lstat, mkdir, open, readdir, readFile, rename, rm, writeFile },
  ...{ linkSync, lstatSync, mkdirSync, readFileSync, renameSync, rmSync },
  sleep,
  fetch,
};
