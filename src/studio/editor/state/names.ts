import type { Spot } from '../code/naming.ts';
import type { Editor } from './editor.ts';
import { applyEdits, referencesOf } from './file-operations.ts';
import { placeAt } from './line-ends.ts';

/** Shows where the name at a place is declared. */
export async function showDefinition(editor: Editor, { path, offset }: Spot): Promise<void> {
  editor.work.collect();
  const found = await editor.language.ask('definitionAt', path, offset);
  const text = found && editor.language.textOf(found.path);
  if (!found || text === undefined || text === null)
    return editor.announce('Rien n’est déclaré sous ce nom dans le thème.');
  editor.show(found.path, placeAt(text, found.from));
}

/** Lists the places that name what is named at a place. */
export async function askReferences(editor: Editor, { path, offset }: Spot): Promise<void> {
  editor.work.collect();
  const references = referencesOf(editor, (await editor.language.ask('referencesAt', path, offset)) ?? []);
  if (references.length === 0) return editor.announce('Rien dans le thème ne nomme ce qui est écrit ici.');
  editor.ask({ kind: 'references', references });
}

/** Asks for another name for what is named at a place. */
export async function askName(editor: Editor, spot: Spot): Promise<void> {
  if (editor.isReadOnly) return;
  editor.work.collect();
  const named = await editor.language.ask('renamedAt', spot.path, spot.offset);
  if (!named) return editor.announce('Ce qui est écrit ici ne se renomme pas.');
  editor.ask({ kind: 'rename', spot, name: named.text });
}

/** Gives what is named at a place another name, in all files. @returns why it cannot have this name, null where it has it now */
export async function renameName(editor: Editor, { path, offset }: Spot, name: string): Promise<string | null> {
  const { revision } = editor.language;
  const renaming = await editor.language.ask('renameAt', path, offset, name);
  if (!renaming) return 'L’aide à l’écriture est arrêtée : rien n’a été renommé.';
  if ('refusal' in renaming) return renaming.refusal;
  if (editor.language.revision !== revision) return 'Le thème vient de changer : essayez encore.';
  applyEdits(editor, renaming.edits);
  for (const { from, to } of renaming.files) editor.move(from, to);
  return null;
}
