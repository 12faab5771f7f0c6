import { realpath } from 'node:fs/promises';
import { relative } from 'node:path';
import { Bell } from '../follow/bell.ts';
import { Follower } from '../follow/follower.ts';
import { News } from '../follow/news.ts';
import { nameOf } from '../remote/theme-names.ts';
import { themeAsLeft } from '../sync/lines.ts';
import { watchFolder } from '../workspace/watch-folder.ts';
import type { Context } from './context.ts';
import { declined, insteadOf } from './pull.ts';
import {
  bindingOf,
  type FolderOptions,
  type Followed,
  namedTarget,
  openFollowed,
  type TargetOptions,
  workingDraftOf,
} from './target.ts';

/** A save is sent when nothing was written for this time, milliseconds: editors write a file in several steps, some of them in other files. */
const SILENCE_MS = 100;

export interface FollowCommandOptions extends FolderOptions, TargetOptions {
  readonly supprimer?: boolean;
}

/** `vitrine suivre`: keeps the folder and its theme the same until Ctrl-C. */
export async function follow(context: Context, options: FollowCommandOptions): Promise<void> {
  const { terminal, signal, workingFolder } = context;
  const followed = await openFollowed(context, options);
  const { workspace, remote, list } = followed;
  const theme = await targetOf(context, followed, options);
  const toVisitors = theme.role === 'publie';
  const folder = relative(workingFolder, workspace.root);
  const bell = new Bell();
  const stopWatching = await watchFolder({
    // The real path: file watchers do not follow links.
    root: await realpath(workspace.root),
    silenceMs: SILENCE_MS,
    settled: ({ settledAt }) => bell.ring(settledAt),
    failed: (error) =>
      terminal.warn(`Le dossier ne peut plus être surveillé (${error.message}) : relancez la commande.`),
  });
  try {
    const what = `${toVisitors ? 'thème publié' : 'brouillon'} ${nameOf(theme)}`;
    const where = folder === '' ? 'dossier courant' : `dossier ${folder}`;
    const seen = toVisitors ? ' : les visiteurs voient chaque enregistrement' : '';
    terminal.result({
      evenement: 'debut',
      theme: { id: theme.id, nom: theme.nom, role: theme.role },
      dossier: workspace.root,
    });
    terminal.say(`Suivi du ${what}, ${where}${seen}. Ctrl-C pour arrêter.`);
    const news = new News(terminal, { root: workspace.root, folder, workingFolder });
    const { supprimer: remove = false } = options;
    const exchange = { workspace, remote, terminal, signal };
    const binding = bindingOf(remote, list.site, theme);
    const { here } = followed;
    const follower = new Follower(exchange, {
      binding,
      toVisitors,
      here,
      assertAsLeft: (themes) => themeAsLeft({ state: binding, list: themes, here }),
      followed: followed.state.theme.id,
      remove,
      bell,
      news,
    });
    await follower.run();
    const { isBehind } = follower;
    terminal.result({ evenement: 'fin', en_retard: isBehind });
    terminal.say(isBehind ? 'Suivi arrêté : « vitrine pousser » enverra ce qui ne l’est pas encore.' : 'Suivi arrêté.');
  } finally {
    await stopWatching();
  }
}

/**
 * The theme to follow. Changes are sent at each save, so a working draft is made at the start if one is needed. `suivre` also brings the
 * theme here, so it asks before it follows another theme than the folder's.
 */
async function targetOf({ terminal }: Context, followed: Followed, options: FollowCommandOptions) {
  const { theme, isMeant } = namedTarget(followed, options);
  if (theme.role === 'publie' && !isMeant)
    return workingDraftOf({ remote: followed.remote, terminal }, followed, theme);
  const known = followed.state.theme;
  const questions = [
    ...(theme.id === known.id ? [] : [insteadOf(known, theme)]),
    ...(theme.role === 'brouillon' || options.publie
      ? []
      : [`${nameOf(theme)} est publié, les visiteurs le voient. Y envoyer chaque enregistrement ?`]),
  ];
  for (const question of questions) if (!(await terminal.confirm(question))) throw declined();
  return theme;
}
