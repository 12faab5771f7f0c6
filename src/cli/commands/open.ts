import { spawn } from 'node:child_process';
import { siteAddress } from '../remote/site-address.ts';
import { type Context, openRemote, siteOf } from './context.ts';
import { type FolderOptions, folderNamed, openNamed } from './target.ts';

export interface OpenOptions extends FolderOptions {
  /** The site that visitors see, instead of the studio. */
  readonly public?: boolean;
}

/** `vitrine ouvrir`: the studio's editor of a theme in the browser; prints its address with `--json`, or where there is no browser. */
export async function openCommand(
  context: Context,
  word: string | undefined,
  options: OpenOptions,
  open = openInBrowser,
): Promise<void> {
  const { terminal, environment } = context;
  const { address, ...more } = await (options.public
    ? publicPlace(context, options)
    : editorPlace(context, word, options));
  terminal.result({ adresse: address, ...more });
  // Only the address, for programs that read the line.
  terminal.show(address);
  if (!terminal.json) await open(address, environment);
}

async function editorPlace(context: Context, word: string | undefined, options: OpenOptions) {
  const { remote, list, theme } = await openNamed(context, word, options);
  const address = `${remote.access.address}/studio/${list.site.id}/themes/${theme.id}`;
  return { address, theme: { id: theme.id, nom: theme.nom, role: theme.role } };
}

async function publicPlace(context: Context, options: OpenOptions) {
  const state = (await (await folderNamed(context, options))?.readState()) ?? null;
  return { address: await siteAddress(await openRemote(context, siteOf(options, state))) };
}

type Environment = Context['environment'];

/** The program that opens a browser on this platform; no shell reads the address. Null where no browser can be seen. */
export function browserCommand(platform: NodeJS.Platform, environment: Environment): readonly string[] | null {
  if (platform === 'darwin') return ['open'];
  if (platform === 'win32') return ['rundll32', 'url.dll,FileProtocolHandler'];
  return environment.DISPLAY || environment.WAYLAND_DISPLAY ? ['xdg-open'] : null;
}

/** Resolves once the program has started or failed to: the address is printed already. */
export function openInBrowser(address: string, environment: Environment): Promise<void> {
  const [program, ...words] = browserCommand(process.platform, environment) ?? [];
  if (program === undefined) return Promise.resolve();
  return new Promise((resolve) => {
    const child = spawn(program, [...words, address], { detached: true, stdio: 'ignore', shell: false });
    child.once('error', () => resolve());
    child.once('spawn', () => {
      child.unref();
      resolve();
    });
  });
}
