/**
 * How features speak with the extension: one message, one answer. A page must prove that its server is the one the
 * extension knows; when the extension asks for that, it is done here and the message is sent once more.
 */
import {
  type MessageName,
  type MessageRequest,
  type MessageResponse,
  messageDefinitions,
} from '@leadloom/shared/messages/protocol';
import { exchangeMessage, type MessageResult } from './exchange-message.ts';
import { watchSilence } from './linkedin-silence.ts';
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
  const result = await exchange(name, request, options);
  return asksForProof(result) && (await proveServer()) ? exchange(name, request, options) : result;
}

const exchange: typeof exchangeMessage = (name, request, options) => {
  const exchanged = exchangeMessage(name, request, options);
  return messageDefinitions[name].asksLinkedIn ? watchSilence(exchanged) : exchanged;
};

function asksForProof(result: MessageResult<object>): boolean {
  if (!result.ok) return result.error.code === 'unproved';
  return 'challenge' in result.data && result.data.challenge !== undefined;
}
