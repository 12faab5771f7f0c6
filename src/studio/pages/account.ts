import { Api } from '../api/client.ts';
import { announce } from './announce.ts';
import { inPlace } from './in-place.ts';
import { refresh } from './refresh.ts';

export function enableAccount(): void {
  const form = document.querySelector<HTMLFormElement>('form#mot-de-passe');
  if (!form) return;
  const api = new Api(null);
  const reveal = form.querySelector<HTMLButtonElement>('[data-reveal]');
  const show = (isShown: boolean) => {
    for (const name of ['actuel', 'nouveau']) {
      const field = form.elements.namedItem(name);
      if (field instanceof HTMLInputElement) field.type = isShown ? 'text' : 'password';
    }
    reveal?.setAttribute('aria-pressed', String(isShown));
  };
  reveal?.addEventListener('click', () => show(reveal.getAttribute('aria-pressed') !== 'true'));

  form.addEventListener('submit', (event) => {
    event.preventDefault();
    // Browsers remember what a text field held, and a shown password stands in a text field: so it is hidden before it is sent.
    show(false);
    const data = new FormData(form);
    const body = { actuel: data.get('actuel'), nouveau: data.get('nouveau') };
    const submit = form.querySelector<HTMLButtonElement>('button[type=submit]');
    if (!submit) return;
    void inPlace(form.querySelector('[role=alert]'), submit, async () => {
      if (body.actuel === body.nouveau) throw new Error('Le nouveau mot de passe est celui que vous avez déjà.');
      await api.send('/api/compte/mot-de-passe', { act: 'changePassword', method: 'POST', body });
      form.reset();
      await refresh();
      announce('Le mot de passe est changé ; les autres sessions sont terminées.');
    });
  });

  document.querySelector('main')?.addEventListener('click', ({ target }) => {
    const button = target instanceof Element ? target.closest<HTMLButtonElement>('[data-act=autres-sessions]') : null;
    if (!button) return;
    const alert = button.closest('section')?.querySelector<HTMLElement>('[role=alert]') ?? null;
    void inPlace(alert, button, async () => {
      await api.send('/api/compte/sessions', { act: 'endSessions', method: 'DELETE' });
      await refresh();
      announce('Les autres sessions sont terminées.');
    });
  });
}
