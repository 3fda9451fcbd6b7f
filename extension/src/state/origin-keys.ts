/**
 * By which key the server of an origin is known. An extension that was built for a server carries its key; any
 * other origin is known by the key it proved first, and the person confirms it in the popup. What the person
 * confirmed is a value of its own, which the popup alone writes: it names the key, so that it never stands for another.
 */
import { fingerprintOf, publicKeySchema } from '@leadloom/shared/linkedin/extension-proof';
import { readStored, removeStored, storedKeys, writeStored } from '../platform/storage.ts';

const PINNED_PREFIX = 'key:';
const CONFIRMED_PREFIX = 'confirmedKey:';

/** What the build decided. */
export interface BuiltIn {
  /** With their port: `http://localhost:3000`; the most likely one first. */
  readonly origins: readonly string[];
  /** Of the server at these origins; null in a build that was made without one. */
  readonly serverKey: string | null;
}

export interface OriginKey {
  readonly publicKey: string;
  /** Built in, or compared and confirmed by the person. */
  readonly isConfirmed: boolean;
}

/** null: nothing is known of this origin's server yet. */
export async function readOriginKey(origin: string, builtIn: BuiltIn): Promise<OriginKey | null> {
  return (await readOriginKeys([origin], builtIn))[0] ?? null;
}

/** In the order of the origins. */
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

/** Whether the build itself knows the origin's server. */
export function isBuiltInKey(origin: string, builtIn: BuiltIn): builtIn is BuiltIn & { readonly serverKey: string } {
  return builtIn.serverKey !== null && builtIn.origins.includes(origin);
}

/** For an origin of which nothing is known yet. */
export async function pinKey(origin: string, publicKey: string): Promise<void> {
  await writeStored('local', { [PINNED_PREFIX + origin]: publicKey });
}

/** @param publicKey as it was shown: should another be known by now, nothing is confirmed */
export async function confirmKey(origin: string, publicKey: string): Promise<void> {
  await writeStored('local', { [CONFIRMED_PREFIX + origin]: publicKey });
}

/** Whichever server proves itself next is the origin's. */
export async function forgetKey(origin: string): Promise<void> {
  await removeStored('local', [PINNED_PREFIX + origin, CONFIRMED_PREFIX + origin]);
}

/** Those of origins that are not connected any more. */
export async function forgetKeysExcept(origins: readonly string[]): Promise<void> {
  const prefixes = [PINNED_PREFIX, CONFIRMED_PREFIX];
  const kept = origins.flatMap((origin) => prefixes.map((prefix) => prefix + origin));
  const names = (await storedKeys('local')).filter((name) => prefixes.some((prefix) => name.startsWith(prefix)));
  await removeStored(
    'local',
    names.filter((name) => !kept.includes(name)),
  );
}

/** As the server tells it, for people to compare. */
export async function fingerprintOfKey(publicKey: string): Promise<string> {
  return fingerprintOf(new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(publicKey))));
}
