/**
 * The page's side of the messages. Owns the pending requests and the one listener that settles them;
 * refuses every reply that is not from this window and origin, names no pending request, comes twice,
 * or does not have the shape its row promises. A refused reply leaves the request waiting, so a forged
 * one cannot spoil it. Whatever happens, the caller gets a value, never an exception.
 */
import { CHANNEL, type Reply, type RequestEnvelope, replyEnvelopeSchema } from '@leadloom/shared/messages/envelope';
import type { MessageError } from '@leadloom/shared/messages/message-error';
import {
  type MessageName,
  type MessageRequest,
  type MessageResponse,
  messageDefinitions,
} from '@leadloom/shared/messages/protocol';
import type * as z from 'zod/mini';
import { randomId } from './random-id.ts';

export type MessageResult<Response> =
  | { readonly ok: true; readonly data: Response }
  | { readonly ok: false; readonly error: MessageError };

type Settle = (reply: Reply) => void;

/** The message rows, read so that a name and its answer's type stay together. */
const rows: {
  readonly [Name in MessageName]: {
    readonly request: z.ZodMiniType;
    readonly response: z.ZodMiniType<MessageResponse<Name>>;
    readonly timeoutMs: number;
  };
} = messageDefinitions;

const pending = new Map<string, Settle>();

/**
 * Sends one message and waits for its reply, at most the row's `timeoutMs`.
 * No reply in time, or `signal` aborted, is `timeout`; a request its own row refuses is `bad_request`.
 */
export function exchangeMessage<Name extends MessageName>(
  name: Name,
  request: MessageRequest<Name>,
  options: { readonly signal?: AbortSignal } = {},
): Promise<MessageResult<MessageResponse<Name>>> {
  const row = rows[name];
  const payload = row.request.safeParse(request);
  if (!payload.success) return Promise.resolve({ ok: false, error: { code: 'bad_request' } });
  return exchange(name, payload.data, row.response, row.timeoutMs, options.signal);
}

function exchange<Response>(
  name: string,
  payload: unknown,
  response: z.ZodMiniType<Response>,
  timeoutMs: number,
  signal: AbortSignal | undefined,
): Promise<MessageResult<Response>> {
  return new Promise((resolve) => {
    const id = randomId();
    const finish = (result: MessageResult<Response>): void => {
      pending.delete(id);
      if (pending.size === 0) window.removeEventListener('message', onWindowMessage);
      clearTimeout(timer);
      signal?.removeEventListener('abort', giveUp);
      resolve(result);
    };
    const giveUp = (): void => finish({ ok: false, error: { code: 'timeout' } });
    const timer = setTimeout(giveUp, timeoutMs);
    if (signal?.aborted === true) {
      giveUp();
      return;
    }
    signal?.addEventListener('abort', giveUp);
    pending.set(id, (reply) => {
      if (!reply.ok) {
        finish({ ok: false, error: reply.error });
        return;
      }
      const data = response.safeParse(reply.data);
      if (data.success) finish({ ok: true, data: data.data });
    });
    window.addEventListener('message', onWindowMessage);
    const envelope: RequestEnvelope = { channel: CHANNEL, kind: 'request', id, name, payload };
    window.postMessage(envelope, window.location.origin);
  });
}

function onWindowMessage(event: MessageEvent<unknown>): void {
  if (!isFromThisWindow(event)) return;
  const envelope = replyEnvelopeSchema.safeParse(event.data);
  if (!envelope.success) return;
  pending.get(envelope.data.id)?.(envelope.data.reply);
}

/** Frames, openers and other windows carry another `source`; a document of another origin another `origin`. */
function isFromThisWindow(event: MessageEvent<unknown>): boolean {
  return event.source === window && event.origin === window.location.origin;
}
