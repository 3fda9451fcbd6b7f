/**
 * The self-hosted origins that the user connected in the popup, in addition to the built-in ones. An origin is
 * on this list only while the user also grants the extension access to it.
 */
import * as z from 'zod/mini';
import { readStored, removeStored, writeStored } from '../platform/storage.ts';
import { CONNECTED_ORIGINS_KEY } from './connected-origins-key.ts';

const PENDING_ORIGIN_KEY = 'pendingOrigin';
const MAX_ORIGINS = 20;

const originsSchema = z.array(z.string()).check(z.maxLength(MAX_ORIGINS));

/** Origins with their port: `https://leads.example.com`, `http://192.168.1.20:3000`. */
export async function readConnectedOrigins(): Promise<string[]> {
  const parsed = originsSchema.safeParse((await readStored('local', [CONNECTED_ORIGINS_KEY]))[CONNECTED_ORIGINS_KEY]);
  return parsed.success ? parsed.data : [];
}

export async function addConnectedOrigin(origin: string): Promise<void> {
  const origins = await readConnectedOrigins();
  if (!origins.includes(origin))
    await writeStored('local', { [CONNECTED_ORIGINS_KEY]: [...origins, origin].slice(-MAX_ORIGINS) });
}

export async function removeConnectedOrigins(removed: readonly string[]): Promise<void> {
  const origins = await readConnectedOrigins();
  const kept = origins.filter((origin) => !removed.includes(origin));
  if (kept.length < origins.length) await writeStored('local', { [CONNECTED_ORIGINS_KEY]: kept });
}

/**
 * The browser's permission prompt may close the popup. So the popup stores which origin is being connected, and
 * the background finishes it.
 */
export async function notePendingOrigin(origin: string): Promise<void> {
  await writeStored('session', { [PENDING_ORIGIN_KEY]: origin });
}

export async function readPendingOrigin(): Promise<string | null> {
  const parsed = z.string().safeParse((await readStored('session', [PENDING_ORIGIN_KEY]))[PENDING_ORIGIN_KEY]);
  return parsed.success ? parsed.data : null;
}

export async function clearPendingOrigin(): Promise<void> {
  await removeStored('session', [PENDING_ORIGIN_KEY]);
}

/**
 * Reads what a person types or pastes, with or without a path, as an origin that may be connected: https
 * anywhere, plain http only on this machine or in a private network. null otherwise.
 */
export function readSelfHostedOrigin(typed: string): string | null {
  const trimmed = typed.trim();
  const withScheme = trimmed.includes('://') ? trimmed : `https://${trimmed}`;
  if (trimmed === '' || trimmed.length > 2048 || !URL.canParse(withScheme)) return null;
  const url = new URL(withScheme);
  if (url.username !== '' || url.password !== '' || isLinkedIn(url.hostname)) return null;
  return url.protocol === 'https:' || (url.protocol === 'http:' && isPrivateHost(url.hostname)) ? url.origin : null;
}

function isPrivateHost(hostname: string): boolean {
  return (
    /^(?:127(?:\.\d+){3}|10(?:\.\d+){3}|192\.168(?:\.\d+){2}|172\.(?:1[6-9]|2\d|3[01])(?:\.\d+){2}|\[::1\])$/.test(hostname) ||
    /^(?:localhost|[a-z0-9-]+|.+\.(?:local|lan|internal|home\.arpa))$/.test(hostname)
  );
}

/** LinkedIn's own pages never get a bridge. */
function isLinkedIn(hostname: string): boolean {
  return hostname === 'linkedin.com' || hostname.endsWith('.linkedin.com');
}
