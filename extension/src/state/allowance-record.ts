/**
 * What the allowance is calculated from, as stored: the last 24 hours of the ledger and the time of the first
 * request to LinkedIn. Unreadable data always reduces the allowance.
 */
import type { MemberSubject } from '@leadloom/shared/linkedin/request-meter';
import * as z from 'zod/mini';
import { readStored, writeStored } from '../platform/storage.ts';
import { type CountedRequest, markPrefix } from './allowance.ts';
import type { LedgerDay } from './ledger.ts';

export const FIRST_REQUEST_KEY = 'firstRequestAt';

/** An unreadable request could have been any, so it counts on every meter, as a member of its own. */
export function countedOf({ entries, unreadable }: LedgerDay): CountedRequest[] {
  const known = entries.map(({ time, meter, subject }): CountedRequest => ({ time, meter: meter ?? null, subject }));
  const unknown = unreadable.map((time, index): CountedRequest => ({ time, meter: 'any', subject: `unreadable ${index}` }));
  return [...known, ...unknown];
}

/** null: no request yet. An unreadable or future time is treated as now. */
export async function readFirstRequest({ entries }: LedgerDay, now: number): Promise<number | null> {
  const stored = (await readStored('local', [FIRST_REQUEST_KEY]))[FIRST_REQUEST_KEY];
  if (stored === undefined) return entries[0]?.time ?? null;
  const parsed = z.number().safeParse(stored);
  return parsed.success && parsed.data <= now ? parsed.data : now;
}

export async function writeFirstRequest(moment: number): Promise<void> {
  await writeStored('local', { [FIRST_REQUEST_KEY]: moment });
}

/** A short hash: recognises a member again without naming them. */
export async function markOf({ kind, value }: MemberSubject): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(`${kind}:${value}`));
  const bytes = [...new Uint8Array(digest).subarray(0, 8)];
  return markPrefix[kind] + bytes.map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
