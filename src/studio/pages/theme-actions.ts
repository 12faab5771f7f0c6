import { isolated } from '../../text/names.ts';
import { NAME_LENGTH } from '../../themes/limits.ts';
import { Api } from '../api/client.ts';
import { announce } from './announce.ts';
import { ask } from './dialogs.ts';
import { downloadArchive } from './download.ts';
import { goneToo } from './gone.ts';
import { inPlace } from './in-place.ts';
import { whyNoName } from './names.ts';
import { offerName, publicationOf, publishAgreed } from './publishing.ts';
import { refresh } from './refresh.ts';
import { openWorkingDraft } from './working-draft.ts';

/** The site whose page this is. */
interface SitePage {
  readonly id: string;
  readonly name: string;
  readonly api: Api;
}

interface ThemeCard {
  readonly id: string;
  readonly name: string;
  /** The name that it takes when it is published, where that is another one. */
  readonly takes: string | undefined;
  /** The element for refusals of acts without a dialog. */
  readonly alert: HTMLElement | null;
}

/** Enables the buttons of a site's page. @returns the site's id; null on another page */
export function enableSitePage(): string | null {
  const main = document.querySelector<HTMLElement>('main[data-site]');
  const { site: id, siteName: name = '' } = main?.dataset ?? {};
  if (!main || !id) return null;
  const page: SitePage = { id, name, api: new Api(id) };
  main.addEventListener('click', ({ target }) => {
    const button = target instanceof Element ? target.closest<HTMLButtonElement>('button[data-act]') : null;
    if (button) press(page, button);
  });
  return id;
}

function press(page: SitePage, button: HTMLButtonElement): void {
  const { act = '', origin = '' } = button.dataset;
  if (act === 'installer') install(page, origin);
  if (act === 'demande') removeRequest(page, button);
  const theme = cardOf(button);
  if (theme) THEME_ACTIONS[act]?.(page, theme, button);
}

function cardOf(button: HTMLElement): ThemeCard | null {
  const card = button.closest<HTMLElement>('[data-theme]');
  const { theme: id, name = '', takes } = card?.dataset ?? {};
  return card && id ? { id, name, takes, alert: card.querySelector<HTMLElement>('[role=alert]') } : null;
}

const THEMES = '/api/themes';

const THEME_ACTIONS: Readonly<Record<string, (page: SitePage, theme: ThemeCard, button: HTMLButtonElement) => void>> = {
  publier: (page, { id, name, takes }) => {
    const publication = publicationOf({ id, name }, takes, publishedCard()?.dataset.theme);
    const names = { name: isolated(name), ...offerName('publier', publication) };
    ask('publier', {
      texts: { site: isolated(page.name), before: beforePublishing(), ...names },
      act: goneToo(deleted(name), async (form) => {
        const published = await publishAgreed(page.api, publication, form);
        await shown(`« ${isolated(published)} » est publié.`);
      }),
    });
  },
  revenir: (page, { name }, button) => {
    const { previous = '' } = button.dataset;
    ask('revenir', {
      texts: { site: isolated(page.name), name: isolated(name), previous: isolated(previous) },
      act: async () => {
        await page.api.send(THEMES, { act: 'goBack', method: 'POST', body: { action: 'revenir' } });
        await refresh();
        // Somebody else may have published another one since the page was made.
        announce(`« ${isolated(publishedName() ?? previous)} » est publié de nouveau.`);
      },
    });
  },
  renommer: (page, { id, name }) =>
    ask('renommer', {
      values: { nom: name },
      act: goneToo(deleted(name), async (form) => {
        const nom = String(form.get('nom')).trim();
        const refusal =
          nom === '' ? 'Donnez un nom au thème : des blancs n’en sont pas un.' : whyNoName(nom, NAME_LENGTH);
        if (refusal !== null) throw new Error(refusal);
        await page.api.send(THEMES, { act: 'rename', method: 'PATCH', body: { id, nom } });
        await shown(`Le thème s’appelle « ${isolated(nom)} ».`);
      }),
    }),
  supprimer: (page, { id, name }) =>
    ask('supprimer', {
      texts: { name: isolated(name) },
      beside: () => saved(page, id),
      act: goneToo(deleted(name), async () => {
        await page.api.send(THEMES, { act: 'remove', method: 'DELETE', query: { id } });
        await shown(`« ${isolated(name)} » est supprimé.`);
      }),
    }),
  dupliquer: (page, theme, button) =>
    void inPlace(
      theme.alert,
      button,
      goneToo(deleted(theme.name), async () => announce(await duplicated(page, theme))),
    ),
  exporter: (page, theme, button) =>
    void inPlace(
      theme.alert,
      button,
      goneToo(deleted(theme.name), async () => announce(await saved(page, theme.id))),
    ),
  brouillon: (page, theme, button) =>
    void inPlace(theme.alert, button, async () => {
      const { id, other } = await openWorkingDraft(page.api);
      const open = () => location.assign(`${location.pathname}/themes/${id}`);
      if (other === null) return open();
      ask('brouillon', { texts: other, beside: () => duplicated(page, theme), act: async () => open() });
    }),
};

function install({ api }: SitePage, origine: string): void {
  ask(`installer-${origine}`, {
    act: async (form) => {
      const edition = String(form.get('edition') ?? '');
      const body = { action: 'installer', origine, ...(edition && { edition }) };
      await api.send(THEMES, { act: 'install', method: 'POST', body });
      await shown('Le thème est installé parmi les brouillons.');
    },
  });
}

function removeRequest({ api, name }: SitePage, button: HTMLButtonElement): void {
  const id = button.closest<HTMLElement>('[data-request]')?.dataset.request;
  if (!id) return;
  ask('demande', {
    texts: { name: isolated(name) },
    act: goneToo('Cette demande était déjà supprimée.', async () => {
      await api.send('/api/demandes', { act: 'removeRequest', method: 'DELETE', query: { id } });
      await shown('La demande est supprimée.');
    }),
  });
}

const deleted = (name: string): string => `« ${isolated(name)} » n’existe plus : il a été supprimé ailleurs.`;

/** Copies a theme, and shows the copy. @returns the sentence that says so */
async function duplicated({ api }: SitePage, { id, name }: ThemeCard): Promise<string> {
  await api.send(THEMES, { act: 'duplicate', method: 'POST', body: { action: 'dupliquer', id } });
  await refresh();
  return `« ${isolated(name)} » est copié parmi les brouillons.`;
}

/** The theme that visitors see, as this page knows it. */
const publishedCard = () => document.querySelector<HTMLElement>('.theme.published');
const publishedName = (): string | undefined => publishedCard()?.dataset.name;

/** What happens to the theme that visitors see now. */
function beforePublishing(): string {
  const published = publishedName();
  return published === undefined
    ? 'Ce site n’a pas encore de thème publié.'
    : `« ${isolated(published)} », publié en ce moment, redevient un brouillon et reste ici.`;
}

const saved = async (page: SitePage, themeId: string): Promise<string> =>
  `Archive enregistrée : ${await downloadArchive(page.id, themeId)}.`;

async function shown(sentence: string): Promise<void> {
  await refresh();
  announce(sentence);
}
