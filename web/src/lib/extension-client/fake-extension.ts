/** Answers window messages in tests as the bridge does, from this window and origin. */
import type { Allowance } from '@leadloom/shared/messages/allowance';
import { CHANNEL, type Reply, requestEnvelopeSchema } from '@leadloom/shared/messages/envelope';
import type { MessageError } from '@leadloom/shared/messages/message-error';
import { isMessageName, type MessageName, type MessageRequest, type MessageResponse } from '@leadloom/shared/messages/protocol';
import type { MessageResult } from './exchange-message.ts';

type Handler<Name extends MessageName> = (
  request: MessageRequest<Name>,
) => MessageResult<MessageResponse<Name>> | undefined | Promise<MessageResult<MessageResponse<Name>> | undefined>;
export type FakeHandlers = { readonly [Name in MessageName]?: Handler<Name> };

export interface FakeExtension {
  /** Names of the messages received, in order. */
  readonly received: MessageName[];
  readonly remove: () => void;
}

/** A handler that answers undefined, and a name without a handler, stay silent. */
export function installFakeExtension(handlers: FakeHandlers): FakeExtension {
  const received: MessageName[] = [];
  const onMessage = async (event: MessageEvent<unknown>): Promise<void> => {
    const envelope = requestEnvelopeSchema.safeParse(event.data);
    if (!envelope.success || !isMessageName(envelope.data.name)) return;
    received.push(envelope.data.name);
    // The page client sends only what the row allows, so the payload has the handler's type.
    const handler = handlers[envelope.data.name] as ((request: unknown) => Promise<Reply | undefined>) | undefined;
    const reply = await handler?.(envelope.data.payload);
    if (reply !== undefined) postReply(envelope.data.id, reply);
  };
  window.addEventListener('message', onMessage);
  return { received, remove: () => window.removeEventListener('message', onMessage) };
}

export function postReply(
  id: string,
  reply: Reply,
  from: { readonly source?: MessageEventSource | null; readonly origin?: string } = {},
): void {
  const data = { channel: CHANNEL, kind: 'reply', id, reply };
  window.dispatchEvent(new MessageEvent('message', { data, source: window, origin: window.location.origin, ...from }));
}

/** A member who has asked LinkedIn for nothing yet, past the warm-up. */
export function anAllowance(change: Partial<Allowance> = {}): Allowance {
  const untouched = (limit: number) => ({ used: 0, limit, continuesAt: null });
  return {
    profiles: untouched(80),
    searchPages: untouched(40),
    lookups: untouched(100),
    requests: untouched(1_000),
    warmUpDay: null,
    pause: null,
    catalogue: null,
    ...change,
  };
}

/** What `checkExtension` answers when the extension is there. */
export function installed(allowance: Allowance = anAllowance()): {
  readonly ok: true;
  readonly data: MessageResponse<'checkExtension'>;
} {
  return succeeded({ installed: true, version: '1.0.0', allowance });
}

export function succeeded<Data>(data: Data): { readonly ok: true; readonly data: Data } {
  return { ok: true, data };
}

export function failed(
  code: MessageError['code'],
  retryAfterSeconds?: number,
): { readonly ok: false; readonly error: MessageError } {
  return { ok: false, error: retryAfterSeconds === undefined ? { code } : { code, retryAfterSeconds } };
}
