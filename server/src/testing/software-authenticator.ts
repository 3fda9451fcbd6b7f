/**
 * An authenticator of passkeys made of a key pair, for tests without a browser. It answers every request, and can be made
 * to lie: about the origin, the host, the challenge, the person, or the number of its signatures.
 */
import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';
import type { NewCredential, ShownCredential } from '@leadloom/shared/contract/passkeys';
import { z } from 'zod';

const USER_PRESENT = 0x01;
const USER_VERIFIED = 0x04;
const ATTESTED = 0x40;
const jwkSchema = z.object({ x: z.string(), y: z.string() });
const creationSchema = z.object({
  challenge: z.string(),
  rp: z.object({ id: z.string() }),
  user: z.object({ id: z.string() }),
});
const requestSchema = z.object({ challenge: z.string(), rpId: z.string() });

/** How an answer may differ from an honest one. */
export interface Lies {
  readonly origin?: string;
  readonly rpId?: string;
  readonly challenge?: string;
  readonly type?: string;
  readonly crossOrigin?: boolean;
  readonly isVerified?: boolean;
  readonly counter?: number;
  readonly userHandle?: string | null;
  /** Signs with another key. */
  readonly isForged?: boolean;
}

export interface SoftwareAuthenticator {
  readonly credentialId: string;
  /** @param options as the server gave them */
  create(options: unknown, lies?: Lies): NewCredential;
  get(options: unknown, lies?: Lies): ShownCredential;
}

/** @param origin of the page it believes to be on */
export function createSoftwareAuthenticator(origin: string): SoftwareAuthenticator {
  const keys = newKeys();
  const id = randomBytes(16);
  const credentialId = id.toString('base64url');
  let userHandle = '';
  let signatures = 0;

  const common = {
    id: credentialId,
    rawId: credentialId,
    type: 'public-key' as const,
    clientExtensionResults: {},
  };

  function clientData(type: string, challenge: string, lies: Lies): Buffer {
    const { crossOrigin = false } = lies;
    return Buffer.from(
      JSON.stringify({
        type: lies.type ?? type,
        challenge: lies.challenge ?? challenge,
        origin: lies.origin ?? origin,
        crossOrigin,
      }),
    );
  }

  function authenticatorData(rpId: string, flags: number, lies: Lies, attested = Buffer.alloc(0)): Buffer {
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(lies.counter ?? signatures);
    const shown = lies.isVerified === false ? flags & ~USER_VERIFIED : flags;
    const rpIdHash = createHash('sha256')
      .update(lies.rpId ?? rpId)
      .digest();
    return Buffer.concat([rpIdHash, Buffer.from([shown]), counter, attested]);
  }

  return {
    credentialId,

    create(options, lies = {}) {
      const { challenge, rp, user } = creationSchema.parse(options);
      userHandle = user.id;
      const attested = Buffer.concat([Buffer.alloc(16), Buffer.from([0, id.length]), id, coseKey(keys.publicKey)]);
      const authData = authenticatorData(rp.id, USER_PRESENT | USER_VERIFIED | ATTESTED, lies, attested);
      const attestationObject = cbor(
        new Map<string, unknown>([
          ['fmt', 'none'],
          ['attStmt', new Map()],
          ['authData', authData],
        ]),
      );
      return {
        ...common,
        response: {
          clientDataJSON: clientData('webauthn.create', challenge, lies).toString('base64url'),
          attestationObject: attestationObject.toString('base64url'),
          transports: ['internal'],
        },
      };
    },

    get(options, lies = {}) {
      const { challenge, rpId } = requestSchema.parse(options);
      signatures += 1;
      const data = clientData('webauthn.get', challenge, lies);
      const authData = authenticatorData(rpId, USER_PRESENT | USER_VERIFIED, lies);
      const signed = Buffer.concat([authData, createHash('sha256').update(data).digest()]);
      const { privateKey } = lies.isForged === true ? newKeys() : keys;
      const handle = lies.userHandle === undefined ? userHandle : lies.userHandle;
      return {
        ...common,
        response: {
          clientDataJSON: data.toString('base64url'),
          authenticatorData: authData.toString('base64url'),
          signature: sign('sha256', signed, privateKey).toString('base64url'),
          ...(handle === null ? {} : { userHandle: handle }),
        },
      };
    },
  };
}

function newKeys() {
  return generateKeyPairSync('ec', { namedCurve: 'P-256' });
}

/** An ES256 key in the COSE format. */
function coseKey(publicKey: KeyObject): Buffer {
  const { x, y } = jwkSchema.parse(publicKey.export({ format: 'jwk' }));
  return cbor(
    new Map<number, unknown>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, Buffer.from(x, 'base64url')],
      [-3, Buffer.from(y, 'base64url')],
    ]),
  );
}

/** Encodes the part of CBOR that authenticators need: small integers, texts, bytes and maps. */
function cbor(value: unknown): Buffer {
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value);
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value]);
  if (value instanceof Map)
    return Buffer.concat([head(5, value.size), ...[...value].flatMap(([key, held]) => [cbor(key), cbor(held)])]);
  throw new TypeError('not needed by authenticators');
}

function head(major: number, argument: number): Buffer {
  const type = major << 5;
  if (argument < 24) return Buffer.from([type | argument]);
  return argument < 256 ? Buffer.from([type | 24, argument]) : Buffer.from([type | 25, argument >> 8, argument & 255]);
}
