/**
 * Passes messages between a Leadloom page and the background. It holds no secrets and decides nothing: it
 * forwards exact requests of its own window and origin, each id once, and returns one reply. It ignores frames,
 * other windows and synthetic events.
 */
import type { Reply, ReplyEnvelope, RequestEnvelope } from '@leadloom/shared/messages/envelope';
import { CHANNEL } from '@leadloom/shared/messages/limits';
import { readRequest } from './read-request.ts';

export interface BridgeParts {
  readonly window: Window;
  readonly send: (request: RequestEnvelope) => Promise<unknown>;
  /** false once the extension was updated, disabled or removed while this page was open. */
  readonly isExtensionAlive: () => boolean;
}

/** The most pending requests of a page, more than the background accepts at once; a page that exceeds this is flooding. */
const MAX_IN_FLIGHT = 32;
/** How many used ids are stored; the oldest is dropped first. */
const MAX_REMEMBERED_IDS = 2_000;

export function startBridge({ window, send, isExtensionAlive }: BridgeParts): void {
  const { origin } = window.location;
  const seen = new Set<string>();
  let inFlight = 0;

  function reply(id: string, content: Reply): void {
    const envelope: ReplyEnvelope = { channel: CHANNEL, kind: 'reply', id, reply: content };
    window.postMessage(envelope, origin);
  }

  async function forward(request: RequestEnvelope): Promise<void> {
    inFlight += 1;
    try {
      const answer = await send(request);
      // The worker was terminated before it had a reply. The page may ask again.
      reply(request.id, isReply(answer) ? answer : { ok: false, error: { code: 'internal' } });
    } catch {
      // Without the extension there is no reply: the page times out.
      if (isExtensionAlive()) reply(request.id, { ok: false, error: { code: 'internal' } });
    } finally {
      inFlight -= 1;
    }
  }

  function isRepeated(id: string): boolean {
    if (seen.has(id)) return true;
    seen.add(id);
    const [oldest] = seen;
    if (seen.size > MAX_REMEMBERED_IDS && oldest !== undefined) seen.delete(oldest);
    return false;
  }

  window.addEventListener('message', (event: MessageEvent<unknown>) => {
    if (!event.isTrusted || event.source !== window || event.origin !== origin || origin === 'null') return;
    const read = readRequest(event.data);
    if (read.kind === 'ignored' || !isExtensionAlive()) return;
    const id = read.kind === 'accepted' ? read.request.id : read.id;
    if (isRepeated(id)) return;
    if (read.kind === 'refused') reply(id, { ok: false, error: { code: 'bad_request' } });
    else if (inFlight >= MAX_IN_FLIGHT) reply(id, { ok: false, error: { code: 'rate_limited', retryAfterSeconds: 1 } });
    else void forward(read.request);
  });
}

/** The background created the reply; this only distinguishes one from none. */
function isReply(answer: unknown): answer is Reply {
  return typeof answer === 'object' && answer !== null && 'ok' in answer;
}
