/** What a handler is: a checked request in, the message's answer or a fixed error code out. */
import type { MessageError } from '@leadloom/shared/messages/message-error';
import type { MessageName, MessageRequest, MessageResponse } from '@leadloom/shared/messages/protocol';

export type HandlerResult<Response> =
  | { readonly ok: true; readonly data: Response }
  | { readonly ok: false; readonly error: MessageError };

/** Everything a handler may know about the sender. */
export interface Asker {
  /** With its port, as the browser reports it: `http://localhost:3000`. */
  readonly origin: string;
  /** The browser's name for this load of the page; no other page ever has it. */
  readonly documentId: string;
}

export type Handler<Name extends MessageName> = (
  request: MessageRequest<Name>,
  asker: Asker,
) => Promise<HandlerResult<MessageResponse<Name>>>;

/** One for every message definition: a missing one does not compile. */
export type Handlers = { readonly [Name in MessageName]: Handler<Name> };
