import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';

/** What a browser is asked for, as far as an authenticator uses it. */
interface Options {
  challenge: string;
  rp?: { id: string };
  rpId?: string;
  user?: { id: string };
}

/** What a test may falsify. */
interface Falsified {
  origin?: string;
  type?: string;
  rpId?: string;
  /** User present and user verified are 1 and 4. */
  flags?: number;
  counter?: number;
  userHandle?: string;
  /** Of the attestation; none when left out. */
  attestation?: { format: string; statement: Buffer };
}

/** Adds keys, and signs what it is asked to. */
export interface Authenticator {
  /** What a browser returns for a new passkey, as JSON. */
  create(options: string, falsified?: Falsified): string;
  /** What it returns for signing in. */
  get(options: string, falsified?: Falsified): string;
}

const USER_PRESENT_AND_VERIFIED = 5;
const HAS_CREDENTIAL = 64;
const AAGUID = Buffer.alloc(16);

/**
 * An authenticator with one key of ES256, which does what a device and a browser at `origin` do together. By
 * default it does not count, as most do not.
 */
export function createAuthenticator(origin: string): Authenticator {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const id = randomBytes(32);
  let userHandle = '';
  const clientData = (type: string, options: Options, falsified: Falsified) =>
    Buffer.from(
      JSON.stringify({
        type: falsified.type ?? type,
        challenge: options.challenge,
        origin: falsified.origin ?? origin,
        crossOrigin: false,
      }),
    );
  const authenticatorData = (rpId: string, falsified: Falsified, more = Buffer.alloc(0)) => {
    const count = Buffer.alloc(4);
    count.writeUInt32BE(falsified.counter ?? 0);
    const flags = (falsified.flags ?? USER_PRESENT_AND_VERIFIED) + (more.length > 0 ? HAS_CREDENTIAL : 0);
    return Buffer.concat([sha256(falsified.rpId ?? rpId), Buffer.from([flags]), count, more]);
  };
  const answer = (response: Record<string, Buffer | string[]>) =>
    JSON.stringify({
      id: id.toString('base64url'),
      rawId: id.toString('base64url'),
      type: 'public-key',
      response: Object.fromEntries(
        Object.entries(response).map(([name, value]) => [
          name,
          Buffer.isBuffer(value) ? value.toString('base64url') : value,
        ]),
      ),
      clientExtensionResults: {},
      authenticatorAttachment: 'platform',
    });
  return {
    create(text, falsified = {}) {
      const options = JSON.parse(text) as Options;
      userHandle = options.user?.id ?? '';
      const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
      const key = cborMap([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, Buffer.from(x, 'base64url')],
        [-3, Buffer.from(y, 'base64url')],
      ]);
      const length = Buffer.from([0, id.length]);
      const data = authenticatorData(
        options.rp?.id ?? '',
        falsified,
        Buffer.concat([AAGUID, length, id, key]),
      );
      const { format, statement } = falsified.attestation ?? { format: 'none', statement: cborMap([]) };
      return answer({
        clientDataJSON: clientData('webauthn.create', options, falsified),
        attestationObject: Buffer.concat([
          Buffer.from([0xa3]),
          ...[cbor('fmt'), cbor(format), cbor('attStmt'), statement, cbor('authData'), cbor(data)],
        ]),
        transports: ['internal', 'unknown'],
      });
    },
    get(text, falsified = {}) {
      const options = JSON.parse(text) as Options;
      const client = clientData('webauthn.get', options, falsified);
      const data = authenticatorData(options.rpId ?? '', falsified);
      return answer({
        clientDataJSON: client,
        authenticatorData: data,
        signature: sign('sha256', Buffer.concat([data, sha256(client)]), privateKey),
        userHandle: Buffer.from(falsified.userHandle ?? userHandle, 'base64url'),
      });
    },
  };
}

function sha256(data: Buffer | string): Buffer {
  return createHash('sha256').update(data).digest();
}

/** CBOR of what a public key and an attestation consist of: small numbers, bytes and texts. */
export function cbor(value: number | string | Buffer): Buffer {
  if (typeof value === 'number') return head(value < 0 ? 1 : 0, value < 0 ? -1 - value : value);
  const bytes = Buffer.from(value as string);
  return Buffer.concat([head(typeof value === 'string' ? 3 : 2, bytes.length), bytes]);
}

export function cborMap(entries: [number | string, number | string | Buffer][]): Buffer {
  return Buffer.concat([head(5, entries.length), ...entries.flat().map(cbor)]);
}

function head(kind: number, size: number): Buffer {
  if (size < 24) return Buffer.from([(kind << 5) | size]);
  return size < 256
    ? Buffer.from([(kind << 5) | 24, size])
    : Buffer.from([(kind << 5) | 25, size >> 8, size & 255]);
}
