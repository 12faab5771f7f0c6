/**
 * Signs in with a passkey: on the page of a sign-in and on that of its second step. Their script (`src/http/browser/login.js`) loads this module where
 * the browser knows passkeys, so that the others get none of it.
 */
import { jsonValueOf } from '../../../engine/json/plain-json.ts';
import { isRecord } from '../../../engine/json/values.ts';
import { type PasskeyOptions, showPasskey } from '../../studio/passkeys/ceremonies.ts';

/** A question that the browser offers in a field is asked anew when somebody comes back to the page after this time, milliseconds: the platform forgets old ones. */
const ASKED_ANEW_MS = 5 * 60_000;
/** Where the page of the second step sends what it has. */
const SECOND_STEP = '/connexion/second';
const UNREACHABLE = 'La connexion n’a pas abouti. Vérifiez votre réseau, puis réessayez.';

const button = document.querySelector<HTMLButtonElement>('button[data-passkey]');
const alert = document.querySelector<HTMLElement>('[role=alert]');
/** Where one goes on: the server wrote this value, so it is an address of the studio. */
const next = document.querySelector<HTMLInputElement>('input[name=suite]')?.value;
if (button && alert) {
  button.hidden = false;
  button.addEventListener('click', () => void signIn(button, false));
  addEventListener('pageshow', () => {
    button.disabled = false;
  });
  if ('autofill' in button.dataset) void offerInField(button);
}

/** Lets the browser offer passkeys in the field of the address, where the browser can. */
async function offerInField(button: HTMLButtonElement): Promise<void> {
  if (!(await PublicKeyCredential.isConditionalMediationAvailable?.())) return;
  let at = Date.now();
  document.addEventListener('visibilitychange', () => {
    if (document.hidden || Date.now() - at < ASKED_ANEW_MS || button.disabled) return;
    at = Date.now();
    void signIn(button, true);
  });
  await signIn(button, true);
}

async function signIn(button: HTMLButtonElement, isAutofill: boolean): Promise<void> {
  const { passkey: address = '' } = button.dataset;
  // Until somebody has chosen a passkey in the field, nothing that fails is told.
  let isSilent = isAutofill;
  button.disabled = !isAutofill;
  if (!isAutofill) tell('');
  try {
    const { options } = await asked(`${address}/defi`, {});
    const passkey = await showPasskey(options as PasskeyOptions, isAutofill);
    isSilent = false;
    button.disabled = true;
    await asked(address, { passkey });
    location.assign(next ?? '/studio');
  } catch (error) {
    if (isSilent) return;
    button.disabled = false;
    tell(error instanceof Error ? error.message : UNREACHABLE);
  }
}

function tell(sentence: string): void {
  if (!alert) return;
  alert.textContent = sentence;
  if (sentence !== '') alert.focus();
}

/** @throws Error with a sentence for the person */
async function asked(address: string, body: object): Promise<Readonly<Record<string, unknown>>> {
  const answer = await fetch(address, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  }).catch(() => null);
  const told = jsonValueOf((await answer?.text().catch(() => '')) ?? '');
  const said = isRecord(told) ? told : {};
  if (answer?.ok) return said;
  if (said.error === 'unauthorized' && address.startsWith(SECOND_STEP)) {
    // The first step of this sign-in is too long ago.
    location.assign(`/connexion?${new URLSearchParams({ avis: 'recommencer', ...(next && { suite: next }) })}`);
  }
  throw new Error(typeof said.message === 'string' ? said.message : UNREACHABLE);
}
