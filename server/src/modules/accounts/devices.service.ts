/**
 * Remembers that an account signed in from this browser before. A browser that shows the cookie of such a device is
 * throttled on its own, so whoever guesses at an account from elsewhere, or from behind the same address, cannot
 * lock its owner out. It proves nothing else and never replaces the password. A change of the password or the
 * second factor ends every device but the one it was made in, so nobody collects them for later.
 */
import { createHash, randomBytes } from 'node:crypto';
import { isSignedBy, sign } from '../../crypto/signature.ts';
import type { Platform } from '../../platform.ts';
import { deleteDevice, deleteUnusedDevices, hasDevice, keepDevice } from './devices.repository.ts';
import { deriveTokenKeys } from './token-keys.ts';

export const DEVICE_COOKIE_DAYS = 180;
/** `<device>.<signature>`: the signature keeps made-up names from the database. */
const shape = /^([\w-]{22})\.([\w-]{43})$/;

export type Devices = ReturnType<typeof createDevices>;

export function createDevices({ database, secrets }: Platform) {
  const keys = deriveTokenKeys(secrets).device;

  /** Names the cookies give to this account; in force or not. */
  function namesIn(cookies: readonly string[], email: string): string[] {
    return cookies.flatMap((cookie) => {
      const [, device, signature] = shape.exec(cookie) ?? [];
      if (device === undefined || signature === undefined) return [];
      return isSignedBy(keys, `${device}.${email}`, signature) ? [device] : [];
    });
  }

  return {
    /** The name of the device these cookies show, when it is in force for the account of this address; else null. */
    async find(cookies: readonly string[], email: string): Promise<string | null> {
      for (const device of namesIn(cookies, email)) if (await hasDevice(database, email, hashDevice(device))) return device;
      return null;
    },

    /** What a change of the password or the second factor keeps of the devices: those of the browser it is made in. */
    hashesIn: (cookies: readonly string[], email: string): Buffer[] => namesIn(cookies, email).map(hashDevice),

    /**
     * After a sign-in: the device is in force, the others but for the newest are not.
     * @param known the device it was made from; null: a new one
     * @returns the cookie the browser is to keep
     */
    async keep(
      account: { readonly id: number; readonly email: string; readonly credentialEpoch: number },
      known: string | null,
    ): Promise<string> {
      const device = known ?? randomBytes(16).toString('base64url');
      const { id: accountId, email, credentialEpoch } = account;
      await keepDevice(database, { accountId, credentialEpoch, idHash: hashDevice(device) });
      return `${device}.${sign(keys, `${device}.${email}`)}`;
    },

    drop: (accountId: number, device: string): Promise<void> => deleteDevice(database, accountId, hashDevice(device)),

    /** Rows of cookies that browsers have thrown away by now. */
    deleteUnused: (): Promise<void> => deleteUnusedDevices(database, DEVICE_COOKIE_DAYS),
  };
}

/** The name carries 128 random bits. */
function hashDevice(device: string): Buffer {
  return createHash('sha256').update(device).digest();
}
