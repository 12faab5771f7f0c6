/** `/api/securite`, and the passkeys of a sign-in. */
import { z } from 'zod';
import { properName, timestamp } from './shared.ts';

/** Bytes in base64url, as browsers write them. @param longest characters */
const bytes = (longest: number) =>
  z
    .string()
    .min(1)
    .max(longest)
    .regex(/^[A-Za-z0-9_-]+$/);

/** Browsers make ids of 1,023 bytes at most. */
const passkeyId = bytes(1_364);
const clientData = bytes(4_096);
/** What an authenticator says of itself, extensions and the key included. */
const authenticatorData = bytes(8_192);

/** What a browser answers when a passkey is shown (`AuthenticationResponseJSON`); what is not checked here is left out. */
export const PasskeyAnswer = z.object({
  id: passkeyId,
  response: z.object({
    clientDataJSON: clientData,
    authenticatorData,
    signature: bytes(2_048),
    userHandle: bytes(128).nullish(),
  }),
});
export type PasskeyAnswer = z.output<typeof PasskeyAnswer>;

/** What a browser answers when a passkey is made (`RegistrationResponseJSON`). */
export const PasskeyMade = z.object({
  id: passkeyId,
  response: z.object({
    clientDataJSON: clientData,
    attestationObject: authenticatorData,
    transports: z
      .array(z.string().regex(/^[a-z-]{1,32}$/))
      .max(8)
      .default([]),
  }),
});
export type PasskeyMade = z.output<typeof PasskeyMade>;

/** A code as a person types it. */
const typedCode = z.string().min(1).max(64);

/** What somebody shows as a second factor. */
export const Shown = z.union([z.object({ passkey: PasskeyAnswer }), z.object({ code: typedCode })]);
export type Shown = z.output<typeof Shown>;

export const PasskeySignIn = z.object({ passkey: PasskeyAnswer });

/** The password again, a code that came by mail, or a second factor. */
export const Proof = z.union([
  z.object({ mot_de_passe: z.string().min(1) }),
  z.object({ code_courriel: typedCode.describe('Le code envoyé à l’adresse du compte.') }),
  Shown,
]);

export const NewPasskey = z.object({ nom: properName(80), passkey: PasskeyMade });
export const FirstCode = z.object({ code: typedCode });

/** What a browser makes or shows a passkey with: options of Web Authentication in their JSON form, as `@simplewebauthn/browser` takes them. */
export const PasskeyOptions = z.object({ options: z.record(z.string(), z.unknown()) });

export const GeneratorBegun = z.object({
  secret: z.string().describe('À taper dans l’application qui donnera les codes. Montré cette seule fois.'),
  adresse: z.string().describe('La même chose en adresse « otpauth: ».'),
  qr: z.string().describe('L’adresse en image : le texte d’un SVG.'),
});

export const RecoveryCodes = z.object({
  codes: z.array(z.string()).describe('Les nouveaux codes de secours, montrés cette seule fois.'),
});

export const Security = z.object({
  email: z.string().describe('L’adresse du compte, à laquelle part un code.'),
  passkeys: z.array(
    z.object({ id: z.string(), nom: z.string(), cree_le: timestamp, derniere_utilisation: timestamp.nullable() }),
  ),
  generateur: z.object({ confirme_le: timestamp }).nullable().describe('L’application qui donne les codes.'),
  codes_restants: z.int().describe('Combien de codes de secours n’ont pas encore servi.'),
  sessions: z.array(
    z.object({
      id: z.string(),
      navigateur: z.string().nullable(),
      lieu: z.string().nullable(),
      ouverte_le: timestamp,
      expire_le: timestamp,
      second_facteur_le: timestamp.nullable(),
      ici: z.boolean().describe('Si c’est la session de cette demande.'),
    }),
  ),
  exige: z.boolean().describe('Si ce service exige un second facteur de ce compte.'),
  proposable: z.boolean().describe('Si les navigateurs acceptent des clés d’accès à l’adresse de ce service.'),
  preuve: z
    .enum(['facteur', 'courriel', 'mot_de_passe'])
    .describe(
      'Ce que demandent les changements importants : un second facteur, un code envoyé par courriel, le mot de passe.',
    ),
  prouve_jusqua: timestamp
    .nullable()
    .describe('Jusqu’à quand les changements importants se font sans nouvelle preuve ; null : plus maintenant.'),
});
export type Security = z.output<typeof Security>;
