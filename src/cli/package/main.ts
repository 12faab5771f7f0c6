/** `npm run -s client:pack [folder]`: makes the package of the client in a folder, and prints its path. */
import { resolve } from 'node:path';
import { pack } from './pack.ts';

process.stdout.write(`${await pack(resolve(process.argv[2] ?? '.'))}\n`);
