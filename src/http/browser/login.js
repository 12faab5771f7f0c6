/**
 * Shows a password that is typed, on pages of accounts, answers the login form without a new page, and loads what signs in with a passkey. Without this
 * script the forms work too, with a page for each answer.
 */

const UNREACHABLE = 'La connexion n’a pas abouti. Vérifiez votre réseau, puis réessayez.';
/** How long the script waits for an answer, milliseconds: passwords may have to wait for their turn. */
const ANSWER_MS = 30_000;
const ERROR = 'Erreur – ';
/** Code of the answer to a right password of an account with a second factor. */
const SECOND_STEP = 'second_facteur_requis';
/** @type {string} */
const PASSKEY_SCRIPT = '/connexion/passkey.js';

const form = document.querySelector('form');
if (form) {
  letReveal(form);
  if (form.matches('[data-hydrate]')) hydrate(form);
}
if (document.querySelector('button[data-passkey]') && typeof PublicKeyCredential === 'function') {
  // A module of some kilobytes, which most sign-ins do without.
  import(PASSKEY_SCRIPT).catch(() => undefined);
}

/** @param {HTMLFormElement} form */
function letReveal(form) {
  const password = form.elements.namedItem('mot_de_passe');
  const reveal = form.querySelector('button[aria-pressed]');
  if (!(password instanceof HTMLInputElement) || !(reveal instanceof HTMLButtonElement)) return;
  /** @param {boolean} isShown */
  const showPassword = (isShown) => {
    password.type = isShown ? 'text' : 'password';
    reveal.setAttribute('aria-pressed', String(isShown));
  };
  reveal.hidden = false;
  reveal.addEventListener('click', () => showPassword(password.type === 'password'));
  // Browsers remember what a text field held, and a shown password stands in a text field: so it is hidden before it is sent.
  form.addEventListener('submit', () => showPassword(false));
}

/** @param {HTMLFormElement} form */
function hydrate(form) {
  const alert = document.querySelector('[role="alert"]');
  const submit = form.querySelector('button[type="submit"]');
  if (!(alert instanceof HTMLElement) || !(submit instanceof HTMLButtonElement)) return;

  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    submit.disabled = true;
    alert.textContent = '';
    const refusal = await logIn(form);
    // The server wrote this value, so it is an address of the studio.
    const next = form.elements.namedItem('suite');
    const suite = next instanceof HTMLInputElement ? next.value : null;
    if (refusal === null) {
      location.assign(suite ?? '/studio');
      return;
    }
    if (refusal === SECOND_STEP) {
      location.assign(`/connexion/second${suite === null ? '' : `?${new URLSearchParams({ suite })}`}`);
      return;
    }
    if (refusal === undefined) {
      form.submit();
      return;
    }
    submit.disabled = false;
    alert.textContent = refusal;
    if (!document.title.startsWith(ERROR)) document.title = ERROR + document.title;
    alert.focus();
  });
  // The browser shows a page that one goes back to as it was left, with a disabled button.
  addEventListener('pageshow', () => {
    submit.disabled = false;
  });
}

/**
 * @param {HTMLFormElement} form
 * @returns {Promise<string | null | undefined>} why the login is refused, in a sentence; `SECOND_STEP` where the password was right and a second step
 *   follows; null when it is not refused; undefined when only the page itself tells
 */
async function logIn(form) {
  try {
    const answer = await fetch(form.action, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(Object.fromEntries(new FormData(form))),
      signal: AbortSignal.timeout(ANSWER_MS),
    });
    if (answer.ok) return null;
    const { error, message } = await answer.json();
    if (error === SECOND_STEP) return SECOND_STEP;
    return typeof message === 'string' ? message : undefined;
  } catch {
    return UNREACHABLE;
  }
}
