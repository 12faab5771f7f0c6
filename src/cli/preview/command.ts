import { type Command, InvalidArgumentError } from 'commander';
import { DEFAULT_PORT, type PreviewOptions } from './options.ts';

/** Adds `vitrine apercu`; the sandbox and the server are loaded when it is used. */
export function registerPreview(program: Command): void {
  program
    .command('apercu')
    .description('montre un thème dans le navigateur, et chaque enregistrement aussitôt')
    .argument('[dossier]', 'dossier du thème ; sinon celui où vous êtes')
    .option('--port <port>', `port de l’aperçu (${DEFAULT_PORT}, ou le premier libre au-dessus)`, parsePort)
    .option('--contenu <fichier>', 'contenu à montrer (contenu.json du dossier, sinon celui d’une démonstration)')
    .action(async (folder: string | undefined, options: PreviewOptions) => {
      const { preview } = await import('./preview.ts');
      await preview(folder, options);
    });
}

function parsePort(text: string): number {
  const port = Number(text);
  if (!/^\d{1,5}$/.test(text) || port > 65_535) throw new InvalidArgumentError('Un port est un nombre de 0 à 65535.');
  return port;
}
