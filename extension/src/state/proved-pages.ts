/**
 * The pages that have proved their server, by the browser's document id: another load of the same address is another page.
 * They are stored for the browser session, so that a restarted worker does not ask again.
 */
import * as z from 'zod/mini';
import { readStored, writeStored } from '../platform/storage.ts';

const PROVED_PAGES_KEY = 'provedPages';
/** Nothing reports closed pages, so the oldest are dropped. */
const MAX_PAGES = 100;

const provedPageSchema = z.object({
  documentId: z.string(),
  origin: z.string(),
  /** The key its server proved. */
  publicKey: z.string(),
  /** Milliseconds since 1970. */
  provedAt: z.number(),
});
export type ProvedPage = z.infer<typeof provedPageSchema>;

/** Oldest first. Unreadable pages have proved nothing. */
export async function readProvedPages(): Promise<ProvedPage[]> {
  const stored = (await readStored('session', [PROVED_PAGES_KEY]))[PROVED_PAGES_KEY];
  return z.array(provedPageSchema).safeParse(stored).data ?? [];
}

/** @returns the stored pages, including this one */
export async function addProvedPage(pages: readonly ProvedPage[], page: ProvedPage): Promise<ProvedPage[]> {
  const others = pages.filter(({ documentId }) => documentId !== page.documentId);
  const kept = [...others, page].slice(-MAX_PAGES);
  await writeStored('session', { [PROVED_PAGES_KEY]: kept });
  return kept;
}
