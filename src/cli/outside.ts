/** What an exchange of a theme does outside of its process. All of it is in one object, so that a test can let a command die at any of its operations. */
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
