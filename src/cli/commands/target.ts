/** Which folder and which theme a command is about. */
import { join, resolve } from 'node:path';
import { CommandRefusal } from '../command-refusal.ts';
import { serviceAddress } from '../remote/address.ts';
import type { RemoteSite, RemoteTheme, ThemeList } from '../remote/answers.ts';
import type { Remote } from '../remote/remote.ts';
import { isAsLeft, situationOf } from '../remote/situation.ts';
import { nameOf, shortId, themeNamed } from '../remote/theme-names.ts';
import type { Exchange } from '../sync/compare.ts';
import { assertDraftOfLine, publishedJustNow, themeAsLeft, themeFollowed } from '../sync/lines.ts';
import { visible } from '../terminal.ts';
import type { Binding, WorkspaceState } from '../workspace/state.ts';
import { followingIn } from '../workspace/theme-here.ts';
import { Workspace } from '../workspace/workspace.ts';
import { type Context, openRemote, type RemoteOptions } from './context.ts';

export interface FolderOptions extends RemoteOptions {
  readonly dossier?: string;
}

/** Options that send changes to another theme than the folder's. */
export interface TargetOptions {
  readonly theme?: string;
  readonly publie?: boolean;
}

/** A folder that follows a theme, and the service that it comes from. */
export interface Followed {
  readonly workspace: Workspace;
  readonly state: WorkspaceState;
  readonly remote: Remote;
  readonly list: ThemeList;
  /** How a command names the folder: nothing, or `--dossier <folder>` with a blank before. */
  readonly here: string;
}

/** The folder that a command names, or the one around it. */
export const folderNamed = ({ workingFolder }: Context, { dossier }: FolderOptions): Promise<Workspace | null> =>
  dossier === undefined
    ? Workspace.around(workingFolder)
    : Promise.resolve(new Workspace(resolve(workingFolder, dossier)));

/**
 * Opens the folder that the command is about, and asks its service for the themes of its site.
 * @throws CommandRefusal when it follows no theme, or the options name another service or site
 */
export async function openFollowed(context: Context, options: FolderOptions): Promise<Followed> {
  const { workingFolder } = context;
  const workspace = await folderNamed(context, options);
  const state = await workspace?.readState();
  if (!workspace || !state) {
    const inner = await followingIn(resolve(workingFolder, options.dossier ?? '.'), workingFolder);
    const advice =
      inner.length > 0
        ? `${inner.join(', ')} en ${inner.length === 1 ? 'suit un : allez-y' : 'suivent un : allez dans l’un d’eux'} (« cd »), ou nommez-le par « --dossier ».`
        : '« vitrine recuperer --theme <thème> » en amène un, « vitrine lister » les montre ; « vitrine importer » fait un thème d’un dossier.';
    throw new CommandRefusal(`Ce dossier ne suit aucun thème. ${advice}`, { code: 'sans_theme' });
  }
  const remote = await openRemote(context, { ...options, adresse: sameAddress(state, options), site: state.site.id });
  const list = await remote.themes();
  if (options.site !== undefined && !(await isNamed(options.site, remote, list.site))) {
    throw new CommandRefusal(
      `Ce dossier suit un thème du site ${visible(list.site.slug)}, pas de ${options.site} : retirez --site.`,
      {
        code: 'autre_site',
      },
    );
  }
  return { workspace, state, remote, list, here: folderOption(options) };
}

/** Whether a word names the site; the service knows the slugs that it had before. */
async function isNamed(word: string, remote: Remote, site: RemoteSite): Promise<boolean> {
  if (word === site.slug || word === site.id) return true;
  const other = await remote
    .onSite(word)
    .themes()
    .catch(() => null);
  return other?.site.id === site.id;
}

/** A theme, and the folder of the command where there is one. */
export interface Named {
  readonly remote: Remote;
  readonly list: ThemeList;
  readonly theme: RemoteTheme;
  /** Null where the command names a theme from outside of every folder. */
  readonly followed: Followed | null;
}

/**
 * The theme that a word names, from anywhere; without a word the one that the folder follows.
 * @throws CommandRefusal when there is no such theme, or no word and no folder
 */
export async function openNamed(context: Context, word: string | undefined, options: FolderOptions): Promise<Named> {
  const state = await (await folderNamed(context, options))?.readState();
  if (word !== undefined && !state) {
    const remote = await openRemote(context, options);
    const list = await remote.themes();
    return { remote: remote.onSite(list.site.id), list, theme: themeNamed(list.themes, word), followed: null };
  }
  const followed = await openFollowed(context, options);
  const { remote, list } = followed;
  const theme = word === undefined ? themeFollowed(followed) : themeNamed(list.themes, word);
  return { remote, list, theme, followed };
}

/**
 * The theme of a command that changes a theme, or that is about its publication.
 * @throws CommandRefusal when nobody names it, and it is not what it was at the last exchange
 */
export async function openMeant(context: Context, word: string | undefined, options: FolderOptions): Promise<Named> {
  const named = await openNamed(context, word, options);
  if (word === undefined && named.followed) themeAsLeft(named.followed);
  return named;
}

/**
 * The theme that changes go to by the options.
 * @returns whether it was named, even where it is published
 * @throws CommandRefusal when it was not, and is not what it was at the last exchange; or is published and the site's working draft is of
 *   another line of descent
 */
export function namedTarget(
  followed: Followed,
  { theme: word, publie: published }: TargetOptions,
): { readonly theme: RemoteTheme; readonly isMeant: boolean } {
  const named = published ? 'publie' : word;
  if (named !== undefined) return { theme: themeNamed(followed.list.themes, named), isMeant: true };
  const theme = themeAsLeft(followed);
  if (theme.role === 'publie') assertDraftOfLine(followed, theme);
  return { theme, isMeant: false };
}

/**
 * The working draft to which changes go instead of the published theme, made if there is none.
 * @throws CommandRefusal when the site has got one of another line of descent meanwhile
 */
export async function workingDraftOf(
  { remote, terminal }: Pick<Exchange, 'remote' | 'terminal'>,
  followed: Followed,
  published: RemoteTheme,
): Promise<RemoteTheme> {
  const { id, made } = await remote.workingDraft();
  const list = await remote.themes();
  const draft = themeNamed(list.themes, id);
  assertDraftOfLine({ ...followed, list }, published);
  if (draft.lignee === undefined && !made) {
    throw new CommandRefusal(
      `Ce service ne dit pas de quel thème son brouillon de travail ${nameOf(draft)} est fait. Si c’est bien lui, nommez-le : « --theme ${shortId(draft.id)} ».`,
      { code: 'autre_lignee' },
    );
  }
  const isTaken = draft.situation !== undefined && draft.situation !== 'travail';
  if (isTaken || draft.role === 'publie') throw publishedJustNow({ theme: draft }, followed.here);
  const origin = made ? ', fait à l’instant' : '';
  terminal.say(
    `${nameOf(published)} est publié : les changements vont au brouillon de travail ${nameOf(draft)}${origin}.`,
  );
  return draft;
}

function sameAddress({ address }: WorkspaceState, { adresse }: RemoteOptions): string {
  if (adresse === undefined || serviceAddress(adresse) === address) return address;
  throw new CommandRefusal(`Ce dossier suit un thème de ${address}, pas de ${adresse} : retirez --adresse.`, {
    code: 'autre_adresse',
  });
}

export const bindingOf = (remote: Remote, { id, slug, nom }: RemoteSite, theme: Binding['theme']): Binding => ({
  address: remote.access.address,
  site: { id, slug, nom },
  theme: { id: theme.id, nom: theme.nom, lignee: theme.lignee, situation: theme.situation },
});

/**
 * Notes in a folder what has become of the theme that it follows by a publication of the folder's own command: the published one, or one that
 * was replaced. What somebody else has changed before is not noted: the next command stops there.
 * @param published with the name that it has now
 * @returns the theme that the folder follows where this publication has replaced it
 */
export function notePublication(
  { workspace, list }: Pick<Followed, 'workspace' | 'list'>,
  published: Binding['theme'],
  signal: AbortSignal,
): Promise<RemoteTheme | null> {
  return workspace.exclusively(signal, async () => {
    const state = await workspace.readState();
    if (!state) return null;
    const note = (theme: Partial<Binding['theme']>) =>
      workspace.writeState({ ...state, theme: { ...state.theme, ...theme } });
    if (state.theme.id === published.id) {
      await note({ nom: published.nom, lignee: published.lignee, situation: 'publie' });
      return null;
    }
    const before = list.themes.find(({ id }) => id === state.theme.id);
    if (!before || !isAsLeft(state.theme.situation, before.situation)) return null;
    const themes = list.themes.map((theme) => oncePublished(theme, published.id));
    const after = themes.find(({ id }) => id === before.id) ?? before;
    const situation = situationOf(after, themes);
    if (situation === undefined || situation === before.situation) return null;
    await note({ lignee: before.lignee, situation });
    return after;
  });
}

/** A theme of a site as it is after the publication of one. */
function oncePublished(theme: RemoteTheme, publishedId: string): RemoteTheme {
  if (theme.id === publishedId) return { ...theme, role: 'publie', issu_de: null };
  return { ...theme, role: 'brouillon' };
}

/** Says where the next changes of a folder go after its own command has replaced its theme. */
export function sayReplaced({ terminal }: Pick<Context, 'terminal'>, theme: RemoteTheme | null, here: string): void {
  if (!theme) return;
  terminal.say(
    `Ce dossier suit toujours ${nameOf(theme)}, que les visiteurs ne voient pas : « vitrine pousser${here} » continue avec lui, comme avec tout brouillon ; « vitrine recuperer publie${here} » suit le thème publié.`,
  );
}

/** How a command names the folder that this one was called for, with a blank before. */
export function folderOption({ dossier }: FolderOptions): string {
  if (dossier === undefined) return '';
  return ` --dossier ${/^[\w./-]+$/.test(dossier) ? dossier : `'${visible(dossier).replaceAll("'", "'\\''")}'`}`;
}

/** A folder of this name beside the others of an author: from a theme's name. */
export function folderFor({ workingFolder }: Context, name: string): string {
  const slug = name
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
  return join(workingFolder, slug || 'theme');
}
