/** Checks what browsers answer about passkeys, in a thread (`passkey-verifier.ts`): CBOR and keys of strangers are read here. Pure. */
import { verifyAuthenticationResponse, verifyRegistrationResponse } from '@simplewebauthn/server';
import { decodeAttestationObject } from '@simplewebauthn/server/helpers';
import type { PasskeyAnswer, PasskeyMade } from '../../contract/second-factor.ts';
import { ALGORITHMS, type RelyingParty } from './relying-party.ts';

interface Expected {
  readonly relyingParty: RelyingParty;
  /** As the options had it. */
  readonly challenge: string;
}

export type PasskeyTask =
  | { readonly kind: 'nothing' }
  | (Expected & { readonly kind: 'made'; readonly made: PasskeyMade })
  | (Expected & {
      readonly kind: 'shown';
      readonly answer: PasskeyAnswer;
      /** COSE. */
      readonly publicKey: Uint8Array<ArrayBuffer>;
      readonly counter: number;
      /** Whether the device must have checked who holds it. */
      readonly verifiesUser: boolean;
    });

/** Null for an answer that is not accepted, for whatever reason: nobody is told which. */
export type PasskeyVerdict = {
  /** The credential's id, base64url. */
  readonly id: string;
  readonly counter: number;
  /** COSE; of one that was made. */
  readonly publicKey: Uint8Array | null;
} | null;

export async function verifyPasskey(task: PasskeyTask): Promise<PasskeyVerdict> {
  if (task.kind === 'nothing') return null;
  try {
    return await (task.kind === 'made' ? judgeMade(task) : judgeShown(task));
  } catch {
    // The library throws a sentence for each fault of an answer.
    return null;
  }
}

async function judgeMade({ made, relyingParty, challenge }: PasskeyTask & { kind: 'made' }): Promise<PasskeyVerdict> {
  const { id, response } = made;
  // Who made a device is asked of nobody: no certificate of a stranger is read.
  const attestation = decodeAttestationObject(Uint8Array.from(Buffer.from(response.attestationObject, 'base64url')));
  if (attestation.get('fmt') !== 'none') return null;
  const { verified, registrationInfo } = await verifyRegistrationResponse({
    response: { ...PUBLIC_KEY, id, rawId: id, response: { ...response, transports: [] } },
    expectedChallenge: challenge,
    expectedOrigin: relyingParty.origin,
    expectedRPID: relyingParty.id,
    requireUserVerification: false,
    supportedAlgorithmIDs: ALGORITHMS,
  });
  if (!verified || registrationInfo.credential.id !== id) return null;
  const { publicKey, counter } = registrationInfo.credential;
  return { id, counter, publicKey };
}

async function judgeShown(task: PasskeyTask & { kind: 'shown' }): Promise<PasskeyVerdict> {
  const { answer, relyingParty, challenge, publicKey, counter, verifiesUser } = task;
  const { id, response } = answer;
  const { clientDataJSON, authenticatorData, signature } = response;
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response: { ...PUBLIC_KEY, id, rawId: id, response: { clientDataJSON, authenticatorData, signature } },
    expectedChallenge: challenge,
    expectedOrigin: relyingParty.origin,
    expectedRPID: relyingParty.id,
    credential: { id, publicKey, counter },
    requireUserVerification: verifiesUser,
  });
  return verified ? { id, counter: authenticationInfo.newCounter, publicKey: null } : null;
}

const PUBLIC_KEY = { type: 'public-key', clientExtensionResults: {} } as const;
