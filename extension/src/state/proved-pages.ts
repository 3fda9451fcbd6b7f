/**
 * The pages that have proved their server, by the browser's name for a document: another load of the same address
 * is another page. Kept for the browser's run, so that a worker that was ended asks nobody again.
 */
import { z } from 'zod';
import { readStored, writeStored } from '../platform/storage.ts';

const PROVED_PAGES_KEY = 'provedPages';
/** Of pages that were closed nobody tells; the oldest go. */
const MAX_PAGES = 100;

const provedPageSchema = z.object({
  documentId: z.string(),
  origin: z.string(),
  /** Of the server behind it, when it proved that. */
  publicKey: z.string(),
  /** Milliseconds since 1970. */
  provedAt: z.number(),
});
export type ProvedPage = z.infer<typeof provedPageSchema>;

/** Oldest first. What cannot be read has proved nothing. */
export async function readProvedPages(): Promise<ProvedPage[]> {
  const stored = (await readStored('session', [PROVED_PAGES_KEY]))[PROVED_PAGES_KEY];
  return z.array(provedPageSchema).safeParse(stored).data ?? [];
}

/** @returns the pages that are kept from now on, once they are stored */
export async function addProvedPage(pages: readonly ProvedPage[], page: ProvedPage): Promise<ProvedPage[]> {
  const others = pages.filter(({ documentId }) => documentId !== page.documentId);
  const kept = [...others, page].slice(-MAX_PAGES);
  await writeStored('session', { [PROVED_PAGES_KEY]: kept });
  return kept;
}
