/** What a browser is asked to do with passkeys: in the studio and on the pages of a sign-in. */
import {
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  startAuthentication,
  startRegistration,
} from '@simplewebauthn/browser';

export type NewPasskeyOptions = PublicKeyCredentialCreationOptionsJSON;
export type PasskeyOptions = PublicKeyCredentialRequestOptionsJSON;

/** Whether this browser knows passkeys at all; never so on the server. */
export const knowsPasskeys = (): boolean => typeof PublicKeyCredential === 'function';

/**
 * Makes a passkey on a device of the person.
 * @returns what the platform stores of the passkey, as JSON
 * @throws Error with a sentence for the person
 */
export const makePasskey = (optionsJSON: NewPasskeyOptions): Promise<unknown> =>
  inWords(startRegistration({ optionsJSON }));

/**
 * Has a passkey of the person shown. A question that waits is called off by the next one.
 * @param isAutofill whether the browser offers passkeys in a field of the page, and waits until somebody takes one
 * @returns what shows that the person has the passkey, as JSON
 * @throws Error with a sentence for the person
 */
export const showPasskey = (optionsJSON: PasskeyOptions, isAutofill = false): Promise<unknown> =>
  inWords(startAuthentication({ optionsJSON, useBrowserAutofill: isAutofill }));

/** What browsers say by the name of an error. */
const SENTENCES: ReadonlyMap<unknown, string> = new Map([
  ['NotAllowedError', 'La clé d’accès n’a pas été confirmée : rien n’est fait. Vous pouvez recommencer.'],
  ['InvalidStateError', 'Cet appareil a déjà une clé d’accès pour ce compte.'],
  ['SecurityError', 'Ce navigateur n’accepte pas de clé d’accès à cette adresse.'],
  ['ConstraintError', 'Cet appareil ne peut pas garder de clé d’accès. Essayez-en un autre.'],
  ['NotSupportedError', 'Cet appareil ne peut pas garder de clé d’accès. Essayez-en un autre.'],
  ['AbortError', 'La question a été interrompue : rien n’est fait. Vous pouvez recommencer.'],
]);

async function inWords<T>(ceremony: Promise<T>): Promise<T> {
  try {
    return await ceremony;
  } catch (cause) {
    // The library gives its own errors the name of the browser's.
    const name = cause instanceof Error ? cause.name : undefined;
    throw new Error(SENTENCES.get(name) ?? 'La clé d’accès n’a pas répondu. Réessayez.', { cause });
  }
}
