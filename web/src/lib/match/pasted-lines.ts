/**
 * The lines that were pasted onto tables, for the last matches of this tab. The server stores only the rows that were found:
 * what people paste are often emails and names of others.
 */
import * as z from 'zod/mini';
import { parseJson } from '../api-client/api-error.ts';

const pastedLinesSchema = z.object({
  /** The id of the match. */
  id: z.int(),
  /** All that was pasted, as it was. */
  text: z.string(),
  /** Rows found by a name alone. */
  byName: z.int(),
  missing: z.array(z.string()),
  /** Lines that could be one of several rows. */
  several: z.array(z.string()),
});
export type PastedLines = z.infer<typeof pastedLinesSchema>;

const KEY = 'leadloom-pasted-lines';
const MAX_STORED = 10;
const storedSchema = z.array(pastedLinesSchema);

export function readPastedLines(id: number): PastedLines | null {
  return readStored().find((stored) => stored.id === id) ?? null;
}

export function keepPastedLines(lines: PastedLines): void {
  // Storage that is full has room for the newest alone.
  for (const stored of [[lines, ...readStored()].slice(0, MAX_STORED), [lines]]) {
    try {
      sessionStorage.setItem(KEY, JSON.stringify(stored));
      return;
    } catch {
      // The next attempt is smaller. Without any storage, the chip says that the lines are gone.
    }
  }
}

/** Forgets the lines of an account that signs out. */
export function forgetPastedLines(): void {
  try {
    sessionStorage.removeItem(KEY);
  } catch {
    // Storage that is forbidden holds nothing.
  }
}

function readStored(): readonly PastedLines[] {
  try {
    return storedSchema.safeParse(parseJson(sessionStorage.getItem(KEY) ?? '')).data ?? [];
  } catch {
    return [];
  }
}
