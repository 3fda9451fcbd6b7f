/**
 * Recognises browsers that have signed in to an account before. A browser with the cookie of such a device is
 * throttled separately, so guesses from elsewhere, or from behind the same address, cannot lock out the owner.
 * The cookie proves nothing else and never replaces the password. A change of the password or the second factor
 * ends every device except the one that made it, so cookies cannot be collected for later.
 */
import { createHash, randomBytes } from 'node:crypto';
import { isSignedBy, sign } from '../../../crypto/signature.ts';
import type { Platform } from '../../../platform.ts';
import { deriveTokenKeys } from '../sessions/token-keys.ts';
import { deleteDevice, deleteUnusedDevices, hasDevice, keepDevice } from './devices.repository.ts';

export const DEVICE_COOKIE_DAYS = 180;
/** `<device>.<signature>`: the signature keeps made-up ids from the database. */
const shape = /^([\w-]{22})\.([\w-]{43})$/;

export type Devices = ReturnType<typeof createDevices>;

export function createDevices({ database, secrets }: Platform) {
  const keys = deriveTokenKeys(secrets).device;

  /** Device ids that the cookies contain for this account, valid or not. */
  function namesIn(cookies: readonly string[], email: string): string[] {
    return cookies.flatMap((cookie) => {
      const [, device, signature] = shape.exec(cookie) ?? [];
      if (device === undefined || signature === undefined) return [];
      return isSignedBy(keys, `${device}.${email}`, signature) ? [device] : [];
    });
  }

  return {
    /** The device id from these cookies if it is valid for the account with this address, else null. */
    async find(cookies: readonly string[], email: string): Promise<string | null> {
      for (const device of namesIn(cookies, email)) if (await hasDevice(database, email, hashDevice(device))) return device;
      return null;
    },

    /** The devices that a change of the password or the second factor keeps: those of the browser that makes it. */
    hashesIn: (cookies: readonly string[], email: string): Buffer[] => namesIn(cookies, email).map(hashDevice),

    /**
     * Called after a sign-in: stores the device, and drops the oldest ones beyond the limit.
     * @param known the device of the sign-in; null: a new one
     * @returns the cookie for the browser
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

    /** Deletes rows whose cookies have expired. */
    deleteUnused: (): Promise<void> => deleteUnusedDevices(database, DEVICE_COOKIE_DAYS),
  };
}

/** The id has 128 random bits. */
function hashDevice(device: string): Buffer {
  return createHash('sha256').update(device).digest();
}
