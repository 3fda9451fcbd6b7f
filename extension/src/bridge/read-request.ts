/**
 * Reads a window message. Anything may arrive on a page's window; only an exact request envelope is forwarded, as a copy
 * of its known fields. The background checks it again with schemas.
 */
import type { RequestEnvelope } from '@leadloom/shared/messages/envelope';
import { CHANNEL } from '@leadloom/shared/messages/limits';
import type { MessageName, MessageRequest } from '@leadloom/shared/messages/protocol';
import { copyPlainData, isPlainObject, type PlainData } from './copy-plain-data.ts';

const fields: { readonly [Name in MessageName]: { readonly [Field in keyof MessageRequest<Name>]-?: true } } = {
  checkExtension: { catalogue: true, proof: true },
  checkCookies: {},
  checkConnections: { page: true, candidate: true },
  runSearch: { params: true, candidate: true },
  fetchData: { url: true, json: true, requestId: true },
};

/** The message definitions give the type: a message or field added there does not compile until it is listed here. */
export const payloadFields: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries(fields).map(([name, known]) => [name, Object.keys(known)]),
);

export type ReadRequest =
  /** The message is not addressed to us, or cannot be answered. */
  | { readonly kind: 'ignored' }
  | { readonly kind: 'refused'; readonly id: string }
  | { readonly kind: 'accepted'; readonly request: RequestEnvelope };

const ENVELOPE_FIELDS = 5;
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i;

export function readRequest(data: unknown): ReadRequest {
  if (!isPlainObject(data) || data.channel !== CHANNEL || data.kind !== 'request') return { kind: 'ignored' };
  const { id, name } = data;
  if (typeof id !== 'string' || !UUID.test(id)) return { kind: 'ignored' };
  const known = typeof name === 'string' ? payloadFields.get(name) : undefined;
  const payload =
    known === undefined || Object.keys(data).length !== ENVELOPE_FIELDS ? undefined : copyPayload(data.payload, known);
  if (typeof name !== 'string' || payload === undefined) return { kind: 'refused', id };
  return { kind: 'accepted', request: { channel: CHANNEL, kind: 'request', id, name, payload } };
}

function copyPayload(payload: unknown, known: readonly string[]): PlainData | undefined {
  return isPlainObject(payload) && Object.keys(payload).every((field) => known.includes(field))
    ? copyPlainData(payload)
    : undefined;
}
