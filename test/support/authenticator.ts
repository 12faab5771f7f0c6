import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';

/** A value of CBOR, as authenticators write it. */
type Cbor = number | string | Buffer | ReadonlyMap<number | string, Cbor>;

/** What a browser and its authenticator say; everything has a usual value, so that a test changes one thing. */
export interface Saying {
  readonly origin?: string;
  readonly rpId?: string;
  readonly challenge?: string;
  readonly type?: string;
  /** Whether the page stands in a frame of another site. */
  readonly isFramed?: boolean;
  /** Whether the device has checked who holds it. */
  readonly isVerified?: boolean;
  readonly counter?: number;
  readonly userHandle?: string | null;
  readonly format?: string;
  /** In place of the signature's bytes. */
  readonly signature?: Buffer;
}

/** The part of options that an authenticator reads. */
interface Options {
  readonly challenge: string;
  readonly rp?: { readonly id: string };
  readonly rpId?: string;
  readonly user?: { readonly id: string };
}

const PRESENT = 0x01;
const VERIFIED = 0x04;
const ATTESTED = 0x40;

/** An authenticator in software with one passkey (ES256), and the browser around it: a test says where it lies. */
export class SoftwareAuthenticator {
  readonly #origin: string;
  readonly #key: KeyObject;
  readonly #publicKey: Buffer;
  readonly id = randomBytes(32).toString('base64url');
  #counter = 0;
  #userHandle: string | null = null;

  /** @param origin of the page that the browser shows */
  constructor(origin: string) {
    this.#origin = origin;
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    this.#key = privateKey;
    const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
    this.#publicKey = cbor(
      new Map<number, Cbor>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, Buffer.from(x, 'base64url')],
        [-3, Buffer.from(y, 'base64url')],
      ]),
    );
  }

  /** Makes the passkey that options ask for. @returns `RegistrationResponseJSON` */
  make(options: Options, saying: Saying = {}) {
    this.#userHandle = options.user?.id ?? null;
    const length = Buffer.alloc(2);
    length.writeUInt16BE(Buffer.from(this.id, 'base64url').length);
    const credential = [Buffer.alloc(16), length, Buffer.from(this.id, 'base64url'), this.#publicKey];
    const attested = Buffer.concat([this.#data(options.rp?.id ?? '', ATTESTED, saying), ...credential]);
    const attestation = new Map<string, Cbor>([
      ['fmt', saying.format ?? 'none'],
      ['attStmt', new Map()],
      ['authData', attested],
    ]);
    const clientDataJSON = this.#clientData('webauthn.create', options, saying).toString('base64url');
    const attestationObject = cbor(attestation).toString('base64url');
    return {
      ...{ id: this.id, rawId: this.id, type: 'public-key', clientExtensionResults: {} },
      response: { clientDataJSON, attestationObject, transports: ['internal'] },
    };
  }

  /** Shows the passkey. @returns `AuthenticationResponseJSON` */
  show(options: Options, saying: Saying = {}) {
    const clientData = this.#clientData('webauthn.get', options, saying);
    this.#counter++;
    const data = this.#data(options.rpId ?? '', 0, saying);
    const signed = Buffer.concat([data, createHash('sha256').update(clientData).digest()]);
    const signature = saying.signature ?? sign('sha256', signed, this.#key);
    return {
      ...{ id: this.id, rawId: this.id, type: 'public-key', clientExtensionResults: {} },
      response: {
        clientDataJSON: clientData.toString('base64url'),
        authenticatorData: data.toString('base64url'),
        signature: signature.toString('base64url'),
        userHandle: saying.userHandle === undefined ? this.#userHandle : saying.userHandle,
      },
    };
  }

  #clientData(type: string, options: Options, saying: Saying): Buffer {
    const { origin = this.#origin, challenge = options.challenge } = saying;
    const crossOrigin = saying.isFramed ?? false;
    return Buffer.from(JSON.stringify({ type: saying.type ?? type, challenge, origin, crossOrigin }));
  }

  #data(rpId: string, more: number, { isVerified = true, counter = this.#counter, ...saying }: Saying): Buffer {
    const count = Buffer.alloc(4);
    count.writeUInt32BE(counter);
    const flags = PRESENT | (isVerified ? VERIFIED : 0) | more;
    const hash = createHash('sha256')
      .update(saying.rpId ?? rpId)
      .digest();
    return Buffer.concat([hash, Buffer.from([flags]), count]);
  }
}

/** CBOR of the kinds that authenticators need (RFC 8949). */
export function cbor(value: Cbor): Buffer {
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value);
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value]);
  const pairs = [...value].flatMap(([name, of]) => [cbor(name), cbor(of)]);
  return Buffer.concat([head(5, value.size), ...pairs]);
}

function head(kind: number, amount: number): Buffer {
  if (amount < 24) return Buffer.from([(kind << 5) | amount]);
  if (amount < 256) return Buffer.from([(kind << 5) | 24, amount]);
  return Buffer.from([(kind << 5) | 25, amount >> 8, amount & 255]);
}
