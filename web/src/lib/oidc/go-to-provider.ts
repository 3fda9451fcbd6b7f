/**
 * Leaves for the provider. What the person wanted is kept in this tab until they come back; whether what they bring back is
 * right, the server judges.
 */
import { beginOidcLogin, beginOidcProof } from '@leadloom/shared/contract/oidc';
import * as z from 'zod/mini';
import { ApiError } from '../api-client/api-error.ts';
import { call } from '../api-client/call.ts';
import { leaveFor } from '../leave-for.ts';

const STORAGE_KEY = 'leadloom-at-provider';
const LOOPBACK_HOSTS = ['localhost', '127.0.0.1', '[::1]'];

const visitSchema = z.discriminatedUnion('purpose', [
  /** `routerState` as of the sign-in page, with the page that was wanted. */
  z.object({ purpose: z.literal('sign-in'), routerState: z.unknown() }),
  /** A page of ours to return to. Two slashes at the beginning would be another host. */
  z.object({ purpose: z.literal('proof'), returnTo: z.string().check(z.regex(/^\/(?![/\\])/)) }),
]);
type Visit = z.infer<typeof visitSchema>;

/** @throws {ApiError} where the provider cannot be reached */
export async function signInAtProvider(routerState: unknown): Promise<void> {
  const { url } = await call(beginOidcLogin, {});
  leave(url, { purpose: 'sign-in', routerState });
}

/** @param returnTo path within the app @throws {ApiError} where the provider cannot be reached */
export async function proveAtProvider(returnTo: string): Promise<void> {
  const { url } = await call(beginOidcProof, {});
  leave(url, { purpose: 'proof', returnTo });
}

/** What the person wanted when they left; a sign-in where nothing is known. The visit is forgotten once it was taken. */
export function takeVisit(): Visit {
  const stored = sessionStorage.getItem(STORAGE_KEY);
  sessionStorage.removeItem(STORAGE_KEY);
  const { data } = visitSchema.safeParse(parsed(stored));
  return data ?? { purpose: 'sign-in', routerState: null };
}

/** The sentence of a failure. Other errors are rethrown. */
export function sentenceOf(error: unknown): string {
  if (!(error instanceof ApiError)) throw error;
  return error.message;
}

function leave(url: string, visit: Visit): void {
  if (!isProviderPage(url)) throw new Error('the address of the provider is no page');
  sessionStorage.setItem(STORAGE_KEY, JSON.stringify(visit));
  leaveFor(url);
}

function isProviderPage(url: string): boolean {
  if (!URL.canParse(url)) return false;
  const { protocol, hostname } = new URL(url);
  return protocol === 'https:' || (protocol === 'http:' && LOOPBACK_HOSTS.includes(hostname));
}

function parsed(text: string | null): unknown {
  try {
    return text === null ? null : JSON.parse(text);
  } catch {
    return null;
  }
}
