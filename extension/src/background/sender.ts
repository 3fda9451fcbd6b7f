/**
 * Who may talk to the background: the top frame of an active page under `/app` of a Leadloom origin, through our own
 * bridge. Every check runs for every message, and a missing field fails it.
 */
import * as z from 'zod/mini';
import type { Asker } from './handler.ts';

/** What the browser reports about a sender; a page can set none of it. */
const senderSchema = z.object({
  id: z.string(),
  origin: z.string(),
  url: z.string(),
  frameId: z.number(),
  documentId: z.string().check(z.minLength(1)),
  documentLifecycle: z.optional(z.string()),
});
type Sender = z.infer<typeof senderSchema>;

export interface AllowedSenders {
  readonly extensionId: string;
  /** Whether the browser tells them. Firefox does not: it prerenders no page, and one that is kept for the way back runs no script. */
  readonly hasLifecycles: boolean;
  readonly builtInOrigins: readonly string[];
  connectedOrigins(): Promise<readonly string[]>;
}

/** null: not a sender we answer. */
export async function readAsker(sender: unknown, allowed: AllowedSenders): Promise<Asker | null> {
  const parsed = senderSchema.safeParse(sender);
  if (!parsed.success) return null;
  const { origin, documentId } = parsed.data;
  const isAllowed =
    isThisExtension(parsed.data, allowed.extensionId) &&
    isTopFrame(parsed.data) &&
    isActiveDocument(parsed.data, allowed.hasLifecycles) &&
    isAppPage(parsed.data) &&
    (allowed.builtInOrigins.includes(origin) || (await allowed.connectedOrigins()).includes(origin));
  return isAllowed ? { origin, documentId } : null;
}

function isThisExtension(sender: Sender, extensionId: string): boolean {
  return sender.id === extensionId;
}

function isTopFrame(sender: Sender): boolean {
  return sender.frameId === 0;
}

/** Whether the document is active: not prerendered, not in the back-forward cache, not about to be deleted. */
function isActiveDocument({ documentLifecycle }: Sender, hasLifecycles: boolean): boolean {
  return documentLifecycle === 'active' || (documentLifecycle === undefined && !hasLifecycles);
}

/** The address must agree with the origin: a sandboxed document has an address of ours and the origin `null`. */
function isAppPage(sender: Sender): boolean {
  if (!URL.canParse(sender.url)) return false;
  const url = new URL(sender.url);
  return url.origin === sender.origin && (url.pathname === '/app' || url.pathname.startsWith('/app/'));
}
