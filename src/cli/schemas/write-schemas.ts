import { join, resolve } from 'node:path';
import type { Context } from '../commands/context.ts';
import { makeFolders, replaceWhole } from '../workspace/whole-file.ts';
import { SCHEMA_USES, SCHEMAS } from './schemas.ts';

/** `vitrine schemas`: writes the schemas into a folder. @param named the folder, as seen from where the command was called */
export async function writeSchemas({ terminal, workingFolder }: Context, named: string): Promise<void> {
  const folder = resolve(workingFolder, named);
  await makeFolders(folder);
  for (const [name, schema] of SCHEMAS) {
    await replaceWhole(join(folder, name), `${JSON.stringify(schema, null, 2)}\n`, folder);
  }
  const uses = new Map(SCHEMA_USES);
  const written = [...SCHEMAS.keys()].map((name) => ({ fichier: name, pour: uses.get(name) ?? [] }));
  for (const { fichier, pour } of written) {
    terminal.say(`✓ ${join(named, fichier)} : ${pour.join(', ') || 'le contenu de {% schema %}'}`);
  }
  terminal.result({ dossier: folder, schemas: written });
}
