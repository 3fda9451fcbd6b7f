/**
 * The invitation to a workspace that somebody opened without a session. Registering takes a mail and another visit, after which
 * the person is led back to it.
 */
import * as z from 'zod/mini';
import { parseJson } from '../api-client/api-error.ts';

const KEY = 'leadloom-join';
/** As long as an invitation can be accepted. */
const LASTS_MS = 7 * 24 * 60 * 60 * 1000;
const storedSchema = z.object({ code: z.string(), at: z.number() });

export function rememberJoin(code: string): void {
  try {
    localStorage.setItem(KEY, JSON.stringify({ code, at: Date.now() }));
  } catch {
    // The link in the mail leads back as well.
  }
}

export function forgetJoin(): void {
  try {
    localStorage.removeItem(KEY);
  } catch {
    // Nothing was stored then.
  }
}

/** The path of the invitation; null: none waits. */
export function pendingJoinPath(): string | null {
  try {
    const { data } = storedSchema.safeParse(parseJson(localStorage.getItem(KEY) ?? ''));
    return data === undefined || Date.now() - data.at > LASTS_MS ? null : `/join/${encodeURIComponent(data.code)}`;
  } catch {
    return null;
  }
}
