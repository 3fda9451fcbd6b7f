/** What a handler is: a checked request in, the row's answer or a fixed error code out. It never sees the sender. */
import type { MessageError } from '@leadloom/shared/messages/message-error';
import type { MessageName, MessageRequest, MessageResponse } from '@leadloom/shared/messages/protocol';

export type HandlerResult<Response> =
  | { readonly ok: true; readonly data: Response }
  | { readonly ok: false; readonly error: MessageError };

export type Handler<Name extends MessageName> = (request: MessageRequest<Name>) => Promise<HandlerResult<MessageResponse<Name>>>;

/** One for every row: leaving one out does not compile. */
export type Handlers = { readonly [Name in MessageName]: Handler<Name> };
