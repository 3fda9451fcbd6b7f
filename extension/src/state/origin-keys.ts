/**
 * The key that identifies the server of an origin. An extension built for a server contains its key. For any
 * other origin it stores the first key the server proves, and the user confirms it in the popup. The
 * confirmation is stored separately, by the popup alone, and contains the key, so that it never applies to
 * another one.
 */
import { fingerprintOf, publicKeySchema } from '@leadloom/shared/linkedin/extension-proof';
import { readStored, removeStored, storedKeys, writeStored } from '../platform/storage.ts';

const PINNED_PREFIX = 'key:';
const CONFIRMED_PREFIX = 'confirmedKey:';

/** Values set by the build. */
export interface BuiltIn {
  /** The origins with their port, such as `http://localhost:3000`; the most likely one first. */
  readonly origins: readonly string[];
  /** The key of the server at these origins; null if the build has none. */
  readonly serverKey: string | null;
}

export interface OriginKey {
  readonly publicKey: string;
  /** Built in, or compared and confirmed by the user. */
  readonly isConfirmed: boolean;
}

/** null: no key is known for this origin yet. */
export async function readOriginKey(origin: string, builtIn: BuiltIn): Promise<OriginKey | null> {
  return (await readOriginKeys([origin], builtIn))[0] ?? null;
}

/** The keys in the order of the origins. */
export async function readOriginKeys(origins: readonly string[], builtIn: BuiltIn): Promise<(OriginKey | null)[]> {
  const learned = origins.filter((origin) => !isBuiltInKey(origin, builtIn));
  const names = learned.flatMap((origin) => [PINNED_PREFIX + origin, CONFIRMED_PREFIX + origin]);
  const stored = names.length === 0 ? {} : await readStored('local', names);
  return origins.map((origin) => {
    if (isBuiltInKey(origin, builtIn)) return { publicKey: builtIn.serverKey, isConfirmed: true };
    const pinned = publicKeySchema.safeParse(stored[PINNED_PREFIX + origin]);
    if (!pinned.success) return null;
    return { publicKey: pinned.data, isConfirmed: stored[CONFIRMED_PREFIX + origin] === pinned.data };
  });
}

/** Whether the build contains the key of this origin's server. */
export function isBuiltInKey(origin: string, builtIn: BuiltIn): builtIn is BuiltIn & { readonly serverKey: string } {
  return builtIn.serverKey !== null && builtIn.origins.includes(origin);
}

/** Stores the key of an origin that has none yet. */
export async function pinKey(origin: string, publicKey: string): Promise<void> {
  await writeStored('local', { [PINNED_PREFIX + origin]: publicKey });
}

/** @param publicKey the key that was shown; if another one is known by now, nothing is confirmed */
export async function confirmKey(origin: string, publicKey: string): Promise<void> {
  await writeStored('local', { [CONFIRMED_PREFIX + origin]: publicKey });
}

/** The next server that proves itself defines the origin's key. */
export async function forgetKey(origin: string): Promise<void> {
  await removeStored('local', [PINNED_PREFIX + origin, CONFIRMED_PREFIX + origin]);
}

/** Removes the keys of origins that are no longer connected. */
export async function forgetKeysExcept(origins: readonly string[]): Promise<void> {
  const prefixes = [PINNED_PREFIX, CONFIRMED_PREFIX];
  const kept = origins.flatMap((origin) => prefixes.map((prefix) => prefix + origin));
  const names = (await storedKeys('local')).filter((name) => prefixes.some((prefix) => name.startsWith(prefix)));
  await removeStored(
    'local',
    names.filter((name) => !kept.includes(name)),
  );
}

/** The fingerprint in the form in which the server shows it, so that people can compare. */
export async function fingerprintOfKey(publicKey: string): Promise<string> {
  return fingerprintOf(new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(publicKey))));
}
