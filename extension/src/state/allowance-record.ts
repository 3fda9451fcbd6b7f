/**
 * What the allowance is reckoned from, as it is stored: the ledger's last day and the moment LinkedIn
 * was asked for the first time. What cannot be read counts against the member, never for more.
 */
import type { MemberSubject } from '@leadloom/shared/linkedin/request-meter';
import { z } from 'zod';
import { readStored, writeStored } from '../platform/storage.ts';
import { type CountedRequest, markPrefix } from './allowance.ts';
import type { LedgerDay } from './ledger.ts';

export const FIRST_REQUEST_KEY = 'firstRequestAt';

/** A request that cannot be read may have been any: it counts on every meter, as a member of its own. */
export function countedOf({ entries, unreadable }: LedgerDay): CountedRequest[] {
  const known = entries.map(({ time, meter, subject }): CountedRequest => ({ time, meter: meter ?? null, subject }));
  const unknown = unreadable.map((time, index): CountedRequest => ({ time, meter: 'any', subject: `unreadable ${index}` }));
  return [...known, ...unknown];
}

/** null: nothing was ever asked. A moment that cannot be read, or has not come yet, is taken for now. */
export async function readFirstRequest({ entries }: LedgerDay, now: number): Promise<number | null> {
  const stored = (await readStored('local', [FIRST_REQUEST_KEY]))[FIRST_REQUEST_KEY];
  if (stored === undefined) return entries[0]?.time ?? null;
  const parsed = z.number().safeParse(stored);
  return parsed.success && parsed.data <= now ? parsed.data : now;
}

export async function writeFirstRequest(moment: number): Promise<void> {
  await writeStored('local', { [FIRST_REQUEST_KEY]: moment });
}

/** A short hash: enough to know a member again, and no name. */
export async function markOf({ kind, value }: MemberSubject): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(`${kind}:${value}`));
  const bytes = [...new Uint8Array(digest).subarray(0, 8)];
  return markPrefix[kind] + bytes.map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
