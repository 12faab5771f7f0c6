import type { Created } from '../../contract/keys.ts';
import { NAME_LENGTH } from '../../themes/limits.ts';
import { Api } from '../api/client.ts';
import { CREATING_KEY, REVOKING_KEY } from '../api/refusals.ts';
import { announce } from './announce.ts';
import { ask } from './dialogs.ts';
import { goneToo } from './gone.ts';
import { whyNoName } from './names.ts';
import { refresh } from './refresh.ts';

const KEYS = '/api/cles';

export function enableKeys(): void {
  const api = new Api(null);
  document.querySelector('main')?.addEventListener('click', ({ target }) => {
    const button = target instanceof Element ? target.closest<HTMLButtonElement>('button[data-act]') : null;
    if (button?.dataset.act === 'nouvelle-cle') create(api);
    if (button?.dataset.act === 'revoquer') revoke(api, button);
  });
  document.getElementById('question-secret')?.addEventListener('click', ({ target }) => {
    const button = target instanceof Element ? target.closest<HTMLButtonElement>('[data-copy]') : null;
    if (button) void copy(button.dataset.copy ?? '');
  });
}

function create(api: Api): void {
  ask('nouvelle-cle', {
    act: async (form) => {
      const [nom, fin] = [String(form.get('nom')).trim(), String(form.get('fin'))];
      const refusal = whyNoName(nom, NAME_LENGTH);
      if (refusal !== null) throw new Error(refusal);
      const { cle } = await api.send<Created>(KEYS, {
        act: CREATING_KEY,
        method: 'POST',
        body: { portee: form.get('portee'), ...(nom && { nom }), ...(fin && { expire_le: endOf(fin) }) },
      });
      await refresh();
      showSecret(cle);
    },
  });
}

/** The last second of a day where the reader is. */
const endOf = (day: string): string => new Date(`${day}T23:59:59`).toISOString();

/** Shows a new key once; the page forgets it when the dialog closes. */
function showSecret(key: string): void {
  const dialog = document.getElementById('question-secret');
  const [secret, command] = ['secret', 'commande'].map((id) => document.getElementById(id));
  if (!(dialog instanceof HTMLDialogElement) || !secret || !command) return;
  secret.textContent = key;
  command.textContent = `npx vitrine connexion --adresse ${location.origin}`;
  dialog.addEventListener(
    'close',
    () => {
      secret.textContent = '';
      dialog.querySelector('[role=status]')?.replaceChildren();
    },
    { once: true },
  );
  dialog.showModal();
}

async function copy(id: string): Promise<void> {
  const field = document.getElementById(id);
  const status = document.querySelector('#question-secret [role=status]');
  if (!field || !status) return;
  getSelection()?.selectAllChildren(field);
  // Pages over http have no clipboard: the key is selected, to be copied by hand.
  const isCopied = await navigator.clipboard?.writeText(field.textContent ?? '').then(
    () => true,
    () => false,
  );
  status.textContent = isCopied ? 'Copié.' : 'Le texte est sélectionné : copiez-le par Ctrl+C ou Cmd+C.';
}

function revoke(api: Api, button: HTMLElement): void {
  const { key: id, name = '' } = button.closest<HTMLElement>('[data-key]')?.dataset ?? {};
  if (!id) return;
  ask('revoquer', {
    texts: { name },
    act: goneToo(`La clé « ${name} » n’existe plus.`, async () => {
      await api.send(KEYS, { act: REVOKING_KEY, method: 'DELETE', query: { id } });
      await refresh();
      announce(`La clé « ${name} » est révoquée.`);
    }),
  });
}
