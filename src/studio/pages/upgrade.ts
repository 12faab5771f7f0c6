import type { ConflictChoice, Upgrade, UpgradedFile } from '../../contract/upgrade.ts';
import { isolated } from '../../text/names.ts';
import { Api } from '../api/client.ts';
import { announce, showingRefusal } from './announce.ts';
import { conflictOf, element, listOf } from './upgrade-view.ts';

/** The page of an upgrade, and the API of its site. */
interface UpgradePage {
  readonly form: HTMLFormElement;
  readonly found: HTMLElement;
  readonly status: HTMLElement;
  readonly alert: HTMLElement;
  readonly api: Api;
  readonly themeId: string;
  /** Address of the themes of the site, with a slash at its end. */
  readonly themes: string;
}

/** Asks for an upgrade, shows it, and writes it into the draft when the person wants that. */
export function enableUpgrade(): void {
  const form = document.querySelector<HTMLFormElement>('form#mise-a-jour');
  const found = form?.querySelector<HTMLElement>('.found');
  const status = form?.querySelector<HTMLElement>('[role=status]');
  const alert = form?.querySelector<HTMLElement>('[role=alert]');
  const { site, theme: themeId, themes } = form?.dataset ?? {};
  if (!form || !found || !status || !alert || !site || !themeId || !themes) return;
  const page: UpgradePage = { form, found, status, alert, api: new Api(site), themeId, themes };
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    void apply(page);
  });
  void showingRefusal(alert, async () => {
    try {
      show(page, await ask(page, {}));
    } finally {
      status.replaceChildren();
    }
  });
}

const ask = ({ api, themeId }: UpgradePage, more: object): Promise<Upgrade> =>
  api.send<Upgrade>('/api/themes', {
    method: 'POST',
    body: { action: 'actualiser', id: themeId, ...more },
  });

function show(page: UpgradePage, upgrade: Upgrade): void {
  const { origine, installee, a_jour: isUpToDate, fichiers: files, theme } = upgrade;
  const ofState = (...states: readonly UpgradedFile['etat'][]) => files.filter(({ etat }) => states.includes(etat));
  if (isUpToDate) {
    page.found.replaceChildren(
      section('À jour', [
        element(
          'p',
          `« ${isolated(theme.nom)} » a tout ce que le catalogue a aujourd’hui (${origine.nom} ${origine.version}).`,
        ),
        leadingTo(page, theme),
      ]),
    );
    return;
  }
  const conflicts = ofState('conflit');
  page.found.replaceChildren(
    element('p', `Installé en version ${installee}. Au catalogue : ${origine.nom} ${origine.version}.`),
    ...(conflicts.length > 0 ? [section('À choisir', [element('p', CONFLICTS), ...conflicts.map(conflictOf)])] : []),
    ...list('Ce que le catalogue a changé', ofState('catalogue', 'ajoute', 'retire'), ({ catalogue }) => catalogue),
    ...list('Changés par vous et par le catalogue, sans se gêner', ofState('fusionne', 'identique'), () => 'fusionne'),
    ...list('Ce que vous avez changé, et qui reste', ofState('proprietaire'), ({ proprietaire }) => proprietaire),
    button(),
  );
}

const CONFLICTS =
  'Vous et le catalogue avez changé la même chose dans ces fichiers. Le reste de chacun est fusionné, quel que soit votre choix.';

function list(
  title: string,
  files: readonly UpgradedFile[],
  changeOf: (file: UpgradedFile) => string | null,
): readonly HTMLElement[] {
  return files.length === 0 ? [] : [section(title, [listOf(files, changeOf)])];
}

function section(title: string, content: readonly HTMLElement[]): HTMLElement {
  const made = document.createElement('section');
  const heading = element('h2', title);
  heading.tabIndex = -1;
  made.append(heading, ...content);
  return made;
}

function button(): HTMLElement {
  const made = Object.assign(element('button', 'Appliquer au brouillon'), { type: 'submit', className: 'primary' });
  const around = Object.assign(document.createElement('p'), { className: 'acts' });
  around.append(made);
  return around;
}

/** Where one goes on with a theme. */
function leadingTo({ themes }: UpgradePage, { id, role }: Upgrade['theme']): HTMLElement {
  const around = Object.assign(document.createElement('p'), { className: 'acts' });
  const link = (text: string, end: string, kind = '') =>
    Object.assign(element('a', text), { href: `${themes}${id}${end}`, className: `button${kind}` });
  around.append(
    link('Personnaliser', '/personnaliser', ' primary'),
    link('Modifier le code', ''),
    link('Versions', '/versions'),
    ...(role === 'publie' ? [] : [link('Répéter la publication', '/repetition')]),
  );
  return around;
}

async function apply(page: UpgradePage): Promise<void> {
  const pressed = page.form.querySelector<HTMLButtonElement>('button[type=submit]');
  if (!pressed || pressed.getAttribute('aria-busy') === 'true') return;
  pressed.setAttribute('aria-busy', 'true');
  await showingRefusal(page.alert, async () => {
    const done = await ask(page, { appliquer: true, resolutions: choicesOf(page.form) });
    const { theme, applique } = done;
    const sentence = applique
      ? `Le brouillon « ${isolated(theme.nom)} » est à jour, en version ${applique.numero}. Regardez-le, puis publiez-le.`
      : `« ${isolated(theme.nom)} » était déjà à jour.`;
    const shown = section('C’est fait', [element('p', sentence), leadingTo(page, theme)]);
    page.found.replaceChildren(shown);
    shown.querySelector('h2')?.focus();
    announce(sentence);
  });
  pressed.removeAttribute('aria-busy');
}

/** What is chosen for each file in conflict, by path. */
function choicesOf(form: HTMLFormElement): Readonly<Record<string, ConflictChoice>> {
  const chosen = [...form.querySelectorAll<HTMLFieldSetElement>('fieldset[data-path]')].map((fieldset) => {
    const isTheirs = fieldset.querySelector<HTMLInputElement>('input[value=catalogue]')?.checked;
    return [fieldset.dataset.path ?? '', isTheirs ? 'catalogue' : 'garder'] as const;
  });
  return Object.fromEntries(chosen);
}
