/**
 * The fields each message may carry, by name only. The bridge copies these and nothing else; the background checks their
 * values. Typed by the message definitions: a message or field added there does not compile until it is listed here.
 */
import type { MessageName, MessageRequest } from '@leadloom/shared/messages/protocol';

const fields: { readonly [Name in MessageName]: { readonly [Field in keyof MessageRequest<Name>]-?: true } } = {
  checkExtension: { catalogue: true, proof: true },
  checkCookies: {},
  checkConnections: { page: true, candidate: true },
  runSearch: { params: true, candidate: true },
  fetchData: { url: true, json: true, requestId: true },
};

/** A Map has own names only. */
export const payloadFields: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries(fields).map(([name, known]) => [name, Object.keys(known)]),
);
