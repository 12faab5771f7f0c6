import fc from 'fast-check';
import { expect, it } from 'vitest';
import { verifyPasskey } from '../../../../src/accounts/second-factor/passkey-verification.ts';
import { SoftwareAuthenticator } from '../../../support/authenticator.ts';
import { HOSTILE_CBOR } from '../../../support/hostile-cbor.ts';

const ORIGIN = 'https://vitrine.exemple.fr';
const relyingParty = { id: 'vitrine.exemple.fr', origin: ORIGIN };
const challenge = 'AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA';
const asked = { challenge, rp: relyingParty, rpId: relyingParty.id, user: { id: 'AAAAAAAAAAAAAAAAAAAAAA' } };

const judge = (device: SoftwareAuthenticator, attestationObject?: string) => {
  const made = device.make(asked);
  const response = { ...made.response, ...(attestationObject !== undefined && { attestationObject }) };
  return verifyPasskey({ kind: 'made', relyingParty, challenge, made: { ...made, response } });
};

it('the key of a passkey that was made judges what the passkey shows', async () => {
  const device = new SoftwareAuthenticator(ORIGIN);
  const made = await judge(device);
  expect(made).toMatchObject({ id: device.id, counter: 0 });
  const publicKey = Uint8Array.from(made?.publicKey ?? []);
  const shown = { kind: 'shown', relyingParty, challenge, publicKey, counter: 0, verifiesUser: true } as const;
  expect(await verifyPasskey({ ...shown, answer: device.show(asked) })).toMatchObject({ id: device.id, counter: 1 });
  const other = new SoftwareAuthenticator(ORIGIN);
  expect(await verifyPasskey({ ...shown, answer: { ...other.show(asked), id: device.id } })).toBeNull();
});

it.each(HOSTILE_CBOR)('%s is refused', async (_what, bytes) => {
  expect(await judge(new SoftwareAuthenticator(ORIGIN), bytes.toString('base64url'))).toBeNull();
});

it('whatever bytes come in place of any part of an attestation: accepted as it was, or refused, never thrown', async () => {
  const device = new SoftwareAuthenticator(ORIGIN);
  const whole = Buffer.from(device.make(asked).response.attestationObject, 'base64url');
  await fc.assert(
    fc.asyncProperty(fc.nat(whole.length - 1), fc.uint8Array({ maxLength: 40 }), async (at, bytes) => {
      const changed = Buffer.concat([whole.subarray(0, at), bytes, whole.subarray(at + bytes.length)]);
      const verdict = await judge(device, changed.toString('base64url'));
      expect(verdict === null || verdict.id === device.id).toBe(true);
    }),
  );
});
