/**
 * Passes a runtime message to its handler and returns the reply. No input is trusted: sender, envelope, size,
 * payload and the page's proof are checked in this order before a handler runs. The reply always contains data
 * as defined by the message, or a fixed error code.
 */
import { type Reply, requestEnvelopeSchema } from '@leadloom/shared/messages/envelope';
import { MAX_REQUEST_LENGTH } from '@leadloom/shared/messages/limits';
import type { MessageErrorCode } from '@leadloom/shared/messages/message-error';
import { type MessageName, messageDefinitions } from '@leadloom/shared/messages/protocol';
import type * as z from 'zod/mini';
import type { Asker, HandlerResult, Handlers } from './handler.ts';
import type { PageProofs } from './page-proofs.ts';
import { type AllowedSenders, readAsker } from './sender.ts';

type Route = (payload: unknown, asker: Asker) => Promise<Reply>;

/** @returns the listener for runtime messages; it always resolves */
export function createDispatcher(
  handlers: Handlers,
  allowed: AllowedSenders,
  proofs: Pick<PageProofs, 'keyOf'>,
): (message: unknown, sender: unknown) => Promise<Reply> {
  // A Map has own names only: `constructor` and `__proto__` are not messages.
  const routes = new Map<string, Route>(Object.entries(routesFor(handlers, proofs)));
  return async (message, sender) => {
    try {
      const asker = await readAsker(sender, allowed);
      if (asker === null) return refuse('sender_not_allowed');
      const envelope = requestEnvelopeSchema.safeParse(message);
      const route = envelope.success ? routes.get(envelope.data.name) : undefined;
      if (!envelope.success || route === undefined || isTooLarge(envelope.data.payload)) return refuse('bad_request');
      return await route(envelope.data.payload, asker);
    } catch {
      return refuse('internal');
    }
  };
}

function routesFor(handlers: Handlers, proofs: Pick<PageProofs, 'keyOf'>): Record<MessageName, Route> {
  const nobody = async (): Promise<boolean> => false;
  const unproved = async (page: Asker): Promise<boolean> => (await proofs.keyOf(page)) === null;
  return {
    // The message a page proves itself with.
    checkExtension: route(messageDefinitions.checkExtension, handlers.checkExtension, nobody),
    checkCookies: route(messageDefinitions.checkCookies, handlers.checkCookies, unproved),
    checkConnections: route(messageDefinitions.checkConnections, handlers.checkConnections, unproved),
    runSearch: route(messageDefinitions.runSearch, handlers.runSearch, unproved),
    fetchData: route(messageDefinitions.fetchData, handlers.fetchData, unproved),
  };
}

function route<Request, Response>(
  row: { readonly request: z.ZodMiniType<Request>; readonly response: z.ZodMiniType<Response> },
  handle: (request: Request, asker: Asker) => Promise<HandlerResult<Response>>,
  isRefused: (asker: Asker) => Promise<boolean>,
): Route {
  return async (payload, asker) => {
    const request = row.request.safeParse(payload);
    if (!request.success) return refuse('bad_request');
    if (await isRefused(asker)) return refuse('unproved');
    const result = await handle(request.data, asker);
    if (!result.ok) return { ok: false, error: result.error };
    const response = row.response.safeParse(result.data);
    return response.success ? { ok: true, data: response.data } : refuse('internal');
  };
}

function isTooLarge(payload: unknown): boolean {
  return (JSON.stringify(payload) ?? '').length > MAX_REQUEST_LENGTH;
}

function refuse(code: MessageErrorCode): Reply {
  return { ok: false, error: { code } };
}
