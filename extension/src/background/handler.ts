/** What a handler is: it takes a validated request and returns the message's response or a fixed error code. */
import type { MessageError } from '@leadloom/shared/messages/message-error';
import type { MessageName, MessageRequest, MessageResponse } from '@leadloom/shared/messages/protocol';

export type HandlerResult<Response> =
  | { readonly ok: true; readonly data: Response }
  | { readonly ok: false; readonly error: MessageError };

/** Everything a handler may know about the sender. */
export interface Asker {
  /** The origin with its port, as the browser reports it: `http://localhost:3000`. */
  readonly origin: string;
  /** The browser's id of this load of the page, which no other page ever has. */
  readonly documentId: string;
}

export type Handler<Name extends MessageName> = (
  request: MessageRequest<Name>,
  asker: Asker,
) => Promise<HandlerResult<MessageResponse<Name>>>;

/** One for every message definition: a missing one does not compile. */
export type Handlers = { readonly [Name in MessageName]: Handler<Name> };
