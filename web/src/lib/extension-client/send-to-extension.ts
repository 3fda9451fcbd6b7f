/**
 * How features speak with the extension: one message, one answer. A page must prove that its server is the one the
 * extension knows; when the extension asks for that, it is done here and the message is sent once more.
 */
import type { MessageName, MessageRequest, MessageResponse } from '@leadloom/shared/messages/protocol';
import { exchangeMessage, type MessageResult } from './exchange-message.ts';
import { proveServer } from './prove-server.ts';

/**
 * Waits for the reply, at most the row's `timeoutMs` for each time it is sent. Never rejects: no reply in time, or
 * `signal` aborted, is `timeout`; `unproved` means that the server could not be proved.
 */
export async function sendToExtension<Name extends MessageName>(
  name: Name,
  request: MessageRequest<Name>,
  options: { readonly signal?: AbortSignal } = {},
): Promise<MessageResult<MessageResponse<Name>>> {
  const result = await exchangeMessage(name, request, options);
  return asksForProof(result) && (await proveServer()) ? exchangeMessage(name, request, options) : result;
}

function asksForProof(result: MessageResult<object>): boolean {
  if (!result.ok) return result.error.code === 'unproved';
  return 'challenge' in result.data && result.data.challenge !== undefined;
}
