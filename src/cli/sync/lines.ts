/** Compares what a folder follows with what the service has, before anything is brought, sent or moved (docs/cli.md, Lines of descent). */
import { isWorkingDraft } from '../../themes/published-name.ts';
import { CommandRefusal } from '../command-refusal.ts';
import { localTime } from '../commands/table.ts';
import type { RemoteTheme, ThemeList } from '../remote/answers.ts';
import { areKin, areOfOneLine, isAsLeft } from '../remote/situation.ts';
import { nameOf, shortId } from '../remote/theme-names.ts';
import type { Binding } from '../workspace/state.ts';

/** What a folder follows, and what its site has now. */
export interface Known {
  readonly state: { readonly theme: Binding['theme'] };
  readonly list: ThemeList;
  /** What names the folder in a command: `` or ` --dossier mon-theme`. */
  readonly here: string;
}

/** The theme that a folder follows, whatever has become of it. @throws CommandRefusal when it is gone */
export function themeFollowed(known: Known): RemoteTheme {
  const { theme } = known.state;
  const found = known.list.themes.find(({ id }) => id === theme.id);
  if (found) return found;
  throw refusal(known, 'theme_introuvable', `${nameOf(theme)}, que suit ce dossier, n’existe plus sur le site.`, [
    ...goingOn(known, theme),
    ['lister', 'montre les thèmes du site'],
  ]);
}

/**
 * The theme that a folder follows, for a command that nobody told which theme it is about.
 * @throws CommandRefusal when somebody has published, replaced or deleted it since the last exchange
 */
export function themeAsLeft(known: Known): RemoteTheme {
  const theme = themeFollowed(known);
  if (isAsLeft(known.state.theme.situation, theme.situation)) return theme;
  if (theme.situation === 'publie') {
    const what = `${nameOf(theme)}, que suit ce dossier, a été publié depuis le dernier échange : les visiteurs le voient.`;
    throw refusal(known, 'theme_publie', what, [
      [
        `recuperer publie${known.here}`,
        'le suit comme thème publié, dont « vitrine pousser » fait un brouillon de travail',
      ],
      ...draftOfLine(known, theme),
      [`pousser --theme ${shortId(theme.id)}${known.here}`, 'envoie vos changements aux visiteurs'],
    ]);
  }
  const published = publishedIn(known.list);
  const isOther = published && isSourceKnown(published, known.list) && !areKin(published, theme, known.list.themes);
  const how = isOther ? ' ; il n’en descend pas' : '';
  const instead = published ? `, et ${nameOf(published)}, ${sourceOf(published, known.list)}, est publié${how}` : '';
  const what = `${nameOf(theme)}, que suit ce dossier, a été remplacé depuis le dernier échange : c’est un brouillon${instead}.`;
  throw refusal(known, 'theme_remplace', what, [
    ...goingOn(known, theme),
    [`recuperer ${shortId(theme.id)}${known.here}`, 'continue avec lui, comme avec tout brouillon'],
  ]);
}

/**
 * Checks that the site has no working draft of another line of descent than a published theme's, to which its changes would go.
 * @param sends whether they are changes of the folder, which may be sent elsewhere
 * @throws CommandRefusal
 */
export function assertDraftOfLine(
  known: Known,
  published: RemoteTheme,
  { sends }: { readonly sends: boolean } = { sends: true },
): void {
  const draft = known.list.themes.find(isWorkingDraft);
  if (!draft || areOfOneLine(draft, published)) return;
  const { here, list } = known;
  const elsewhere = here === '' ? '' : ` --site ${list.site.slug}`;
  const what = `Le brouillon de travail du site est ${nameOf(draft)}, ${sourceOf(draft, list)} : il n’est pas de la lignée de ${nameOf(published)}, que suit ce dossier.`;
  throw refusal(known, 'autre_lignee', what, [
    [`publier ${shortId(draft.id)}${here}`, 'le publie'],
    [
      `supprimer ${shortId(draft.id)}${elsewhere}`,
      'le supprime, après en avoir écrit l’archive ; la place est alors libre',
    ],
    ...(sends ? sentElsewhere(draft, here) : []),
  ]);
}

const sentElsewhere = ({ id }: RemoteTheme, here: string): readonly Choice[] => [
  [`pousser --publie${here}`, 'envoie vos changements au thème publié : les visiteurs les voient'],
  [`pousser --theme ${shortId(id)}${here}`, 'les envoie quand même dans ce brouillon'],
];

/** The refusal of changes to a draft that was published while they were compared. @param here as in `Known` */
export const publishedJustNow = ({ theme }: Pick<Binding, 'theme'>, here: string): CommandRefusal =>
  new CommandRefusal(
    `${nameOf(theme)} vient d’être publié, les visiteurs le voient : rien n’y est envoyé. « vitrine recuperer publie${here} » le suit comme thème publié ; les changements vont ensuite à un brouillon de travail.`,
    { code: 'theme_publie' },
  );

/** Of which theme a draft is, and since when. */
function sourceOf({ fait_de, cree_le }: RemoteTheme, { themes }: ThemeList): string {
  const source = themes.find(({ id }) => id === fait_de);
  const since = cree_le === undefined ? '' : ` le ${localTime(cree_le)}`;
  if (fait_de === null || fait_de === undefined) return `ajouté au site${since}`;
  return `fait ${source ? `de ${nameOf(source)}` : 'd’un thème qui n’existe plus'}${since}`;
}

const isSourceKnown = ({ fait_de: source }: RemoteTheme, { themes }: ThemeList): boolean =>
  source === null || themes.some(({ id }) => id === source);

type Choice = readonly [command: string, does: string];

/** Where one goes on from a theme that is not what it was. */
function goingOn(known: Known, theme: Binding['theme']): readonly Choice[] {
  const published = publishedIn(known.list);
  const follow = published
    ? [[`recuperer publie${known.here}`, `amène ici ${nameOf(published)}, le thème publié, et le suit`] as const]
    : [];
  return [...follow, ...draftOfLine(known, theme)];
}

function draftOfLine({ list, here }: Known, theme: Pick<Binding['theme'], 'lignee'>): readonly Choice[] {
  const draft = list.themes.find((one) => one.situation === 'travail' && areOfOneLine(one, theme));
  if (!draft) return [];
  const does = `amène ici le brouillon de travail ${nameOf(draft)}, ${sourceOf(draft, list)}, et le suit`;
  return [[`recuperer ${shortId(draft.id)}${here}`, does]];
}

/** What every refusal says between what is found and the choices. */
const NOTHING_DONE = 'Rien n’a été envoyé, amené ni déplacé.';

/** What would stop the next `pousser`, for a command that only reports it: the code, and lines with the reason and the choices. */
export function stopAhead(known: Known): { readonly code: string; readonly lines: readonly string[] } | null {
  try {
    const theme = themeAsLeft(known);
    if (theme.role === 'publie') assertDraftOfLine(known, theme);
    return null;
  } catch (error) {
    if (!(error instanceof CommandRefusal)) throw error;
    return { code: error.code, lines: error.message.replace(` ${NOTHING_DONE}`, '').split('\n') };
  }
}

const publishedIn = ({ themes }: ThemeList) => themes.find(({ role }) => role === 'publie');

function refusal({ state, list }: Known, code: string, what: string, choices: readonly Choice[]): CommandRefusal {
  const lines = choices.map(([command, does]) => `  « vitrine ${command} » ${does}`);
  return new CommandRefusal([`${what} ${NOTHING_DONE} Vos choix :`, ...lines].join('\n'), {
    code,
    details: {
      suivi: state.theme,
      themes: list.themes.map(({ id, nom, role, situation, lignee, fait_de, cree_le }) => ({
        ...{ id, nom, role, situation, lignee, fait_de, cree_le },
      })),
      choix: choices.map(([command]) => `vitrine ${command}`),
    },
  });
}
