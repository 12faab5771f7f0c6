import { textPath } from '../../content/slugs.ts';
import type { Api } from '../api/client.ts';
import { ApiRefusal } from '../api/client.ts';
import type { LibrarySite } from '../library/props.ts';
import type { NoticeAction } from '../unsaved/notices.ts';
import { sentenceOf, tellFailure, tellSaved, type WaysOut } from '../unsaved/telling.ts';
import type { SaveOutcome } from '../unsaved/unsaved-work.ts';
import { backOf, copyOf } from './copies.ts';
import { problemsOf, TAKEN } from './problems.ts';
import type { WritingProps } from './props.ts';
import { recover } from './recovery.ts';
import type { WritingSession } from './session.ts';
import { isShownLater, momentIn } from './state-words.ts';
import { act } from './store/acts.ts';
import type { TextValues } from './store/fields.ts';
import { type TextAct, wrongOrder } from './store/text-act.ts';
import { takenAway } from './taking-away.ts';

const MERGED = 'Enregistré. D’autres changements, faits entre-temps ailleurs, ont été réunis avec les vôtres.';
const CHANGED =
  'Ce texte a été changé ailleurs entre-temps, et rien n’a été fait. Il est montré ici tel qu’il est maintenant : relisez-le, puis recommencez.';

/** What the acts on a text work with. */
export interface Desk {
  readonly session: WritingSession;
  readonly data: WritingProps;
  readonly api: Api;
  /** Announces a sentence to screen readers. */
  readonly announce: (words: string) => void;
  /** Asks which of two changes counts. */
  readonly ask: () => void;
}

/** What a person can do when the text cannot be reached. */
export const waysOut = (session: WritingSession, data: WritingProps, api: Api): WaysOut => ({
  others: backOf(data),
  takeAway: () => ({
    words: 'Récupérez le texte, ou gardez ce que vous avez écrit ailleurs.',
    actions: [
      { label: 'Récupérer le texte', run: () => void bringBack({ session, data, api }) },
      { label: 'Garder comme nouveau texte', run: () => void copyOf({ session, data, api }, 'garder') },
      { label: 'Télécharger le texte', run: () => takenAway(session, data) },
    ],
  }),
});

/** Brings the text back that was deleted elsewhere; what is written here goes on as its unsaved text. */
async function bringBack({ session, data, api }: Pick<Desk, 'session' | 'data' | 'api'>): Promise<void> {
  try {
    await recover(api, data.id);
    await session.work.look();
    session.notices.hide('parti');
    session.notices.show(
      'acte',
      'info',
      'Le texte est récupéré. Il n’est pas publié, et ce que vous avez écrit n’est pas encore enregistré.',
    );
  } catch (error) {
    tellFailure(session.notices, error, waysOut(session, data, api));
  }
}

/** Saves what is written; visitors see nothing of it. */
export async function save(desk: Desk): Promise<void> {
  const { session, data } = desk;
  if (data.lectureSeule !== null) return;
  await attempt(
    desk,
    () => save(desk),
    async () => {
      await haveBlog(desk);
      const outcome = await session.work.save();
      desk.announce(sentenceOf(outcome));
      if (outcome.kind === 'conflict') desk.ask();
      else noteSaved(desk, outcome);
    },
  );
}

/** Does what a person asks for, once all of it is saved; says why where it cannot be done. @returns whether it was done */
export async function carryOut(desk: Desk, asked: TextAct): Promise<boolean> {
  const { session, data } = desk;
  if (data.lectureSeule !== null) return false;
  session.notices.hide('acte');
  session.work.collect();
  if (asked.kind === 'publish' || asked.kind === 'plan') {
    const problems = problemsOf({
      titre: session.textOf('titre'),
      slug: session.textOf('slug'),
      isPage: session.isPage,
      isHome: isHome(session),
    });
    session.problems = problems;
    if (Object.keys(problems).length > 0) {
      desk.announce('Rien n’est publié : il manque quelque chose.');
      return false;
    }
  }
  const wrong = wrongOrder(session.store.state, asked);
  if (wrong) {
    const [from, until] = [wrong.from, wrong.until].map((at) => momentIn(at, data.zone));
    const told = `Rien n’est changé : la fin de ce texte, le ${until}, ne vient pas après son début, le ${from}.`;
    session.notices.show('acte', 'warning', told);
    return false;
  }
  return (
    (await attempt(
      desk,
      () => carryOut(desk, asked),
      async () => {
        await haveBlog(desk);
        const { leavesRedirect } = session;
        const outcome = await act(
          session.work,
          session.store,
          asked.kind === 'publish' && !leavesRedirect ? { ...asked, leavesRedirect } : asked,
        );
        // The next address is another question.
        if (outcome.kind === 'done' && asked.kind === 'publish') session.leavesRedirect = true;
        if (outcome.kind === 'conflict') desk.ask();
        else if (outcome.kind === 'changed') session.notices.show('acte', 'warning', CHANGED);
        else if (outcome.kind === 'done') {
          noteSaved(desk, outcome);
          tellDone(desk, asked);
          return true;
        }
        return false;
      },
    )) ?? false
  );
}

/** Whether a page is the home page, whose address is empty. */
export const isHome = ({ isPage, store }: WritingSession): boolean => isPage && store.state.shown.slug === '';

/** Tells what goes wrong, beside the field where the field is the cause. */
async function attempt<T>(desk: Desk, again: () => unknown, work: () => Promise<T>): Promise<T | null> {
  const { session, data, api } = desk;
  try {
    return await work();
  } catch (error) {
    if (error instanceof ApiRefusal && error.code === 'adresse_prise') {
      session.problems = { ...session.problems, slug: TAKEN };
    } else tellFailure(session.notices, error, { ...waysOut(session, data, api), retry: () => void again() });
    return null;
  }
}

function noteSaved({ session, data }: Desk, outcome: SaveOutcome | { readonly kind: 'done' }): void {
  const { notices, work, store } = session;
  tellSaved(notices, work, work.role);
  notices.hide('fusion');
  if (outcome.kind === 'saved' && outcome.merged.length > 0) notices.show('fusion', 'info', MERGED);
  // From now on the text is there when its page is loaded again.
  if (!store.state.isNew && location.search !== '') history.replaceState(null, '', location.pathname);
  if (!store.state.isNew)
    document.title = `${session.textOf('titre') || (data.genre === 'page' ? 'Page' : 'Article')} – vitrine`;
}

/** Address of the blog that the first article of a site makes. */
const FIRST_BLOG = 'actualites';

/** The first article of a site makes its blog. @throws ApiRefusal, Unreachable */
async function haveBlog({ session, data, api }: Desk): Promise<void> {
  if (data.genre === 'page' || session.textOf('blog_id') !== '') return;
  type Blogs = { readonly blogs: readonly { readonly id: string }[] };
  const first = async () => (await api.send<Blogs>('/api/blogs')).blogs[0]?.id;
  const make = () =>
    api.send<{ readonly id: string }>('/api/blogs', {
      method: 'POST',
      body: { slug: FIRST_BLOG, titre: 'Actualités', description: '' },
    });
  const id =
    (await first()) ??
    (await make().then(
      ({ id }) => id,
      async (error) => {
        // Another tab was faster.
        const made = await first();
        if (made === undefined) throw error;
        return made;
      },
    ));
  session.change('blog_id', id);
}

type Addressed = Pick<Desk, 'session' | 'data'>;

/** Path of the text on its site with these fields. @param fields of an article in no blog yet: its site gets the first one */
export function pathWith({ session, data }: Addressed, { slug = '', blog_id }: TextValues): string {
  return textPath(slug, session.isPage ? null : (data.blogs.find(({ id }) => id === blog_id)?.slug ?? FIRST_BLOG));
}

/** Address at which visitors find the text, as it is published. */
export const publicAddress = (desk: Addressed): string =>
  desk.data.site.adresse + pathWith(desk, desk.session.store.state.shown);

function tellDone(desk: Desk, asked: TextAct): void {
  const { session, data } = desk;
  const { state } = session.store;
  const e = session.isPage ? 'e' : '';
  const moment = (at: string) => momentIn(at, data.zone);
  const { revision } = session.work;
  // What is written after it is another text.
  const holds = () => session.work.revision === revision;
  const told = (words: string, actions: readonly NoticeAction[] = []) =>
    session.notices.show('acte', 'info', words, { actions, holds });
  if (asked.kind === 'hide') told(`Retiré${e} : les visiteurs ne voient plus ce texte. Il reste ici.`);
  else if (asked.kind === 'callOff')
    told('Le changement prévu est annulé : ce qu’il montrait est de nouveau en cours ici.');
  else if (asked.kind === 'end') {
    told(
      asked.at === null ? 'Ce texte n’a plus de fin.' : `Les visiteurs voient ce texte jusqu’au ${moment(asked.at)}.`,
    );
  } else if (asked.kind === 'plan') told(`Les visiteurs verront ces changements le ${moment(asked.at)}.`);
  else if (isShownLater(state)) told(`Les visiteurs verront ce texte le ${moment(state.publishedFrom ?? '')}.`);
  else if (asked.kind === 'date') told(`La date est changée : ${moment(asked.at)}.`);
  else if (data.themes.every(({ role }) => role !== 'publie')) {
    told(`Publié${e}. Le site n’a pas encore de thème publié : les visiteurs verront ce texte quand il en aura un.`);
  } else {
    told(`Publié${e} : les visiteurs voient maintenant ce texte.`, [
      { label: 'Voir sur le site', href: publicAddress(desk) },
    ]);
  }
}

/** The site, as its library knows it. */
export const paneSite = ({ site }: WritingProps): LibrarySite => ({
  id: site.id,
  path: site.chemin,
  address: site.adresse,
});
