/** A response, before any fault alters it. */

import type { Document, Json } from '../dialect/node.ts';
import { writeNormalized } from '../dialect/normalized.ts';
import { writePlain } from '../dialect/plain.ts';
import { type Call, headerOf } from './call.ts';

export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | readonly string[]>>;
  readonly body: string | Buffer;
}

const NORMALIZED = 'application/vnd.linkedin.normalized+json+2.1';
const NORMALIZED_TYPE = `${NORMALIZED}; charset=UTF-8`;
const PLAIN_TYPE = 'application/json; charset=UTF-8';

/** Only the exact media type asks for the normalized dialect; everything else gets plain JSON. */
export function asksForNormalized(call: Call): boolean {
  return headerOf(call, 'accept')?.includes(NORMALIZED) ?? false;
}

export function documentAnswer(call: Call, document: Document): Answer {
  if (!asksForNormalized(call)) return jsonAnswer(200, PLAIN_TYPE, writePlain(document));
  return jsonAnswer(200, NORMALIZED_TYPE, writeNormalized(document, call.query.get('includeWebMetadata') === 'true'));
}

/** A failure of the API: the status again in the body, rarely more. */
export function failure(call: Call, status: number, message?: string): Answer {
  const body = message === undefined ? { status } : { status, message };
  if (asksForNormalized(call)) return jsonAnswer(status, NORMALIZED_TYPE, { data: body, included: [] });
  return jsonAnswer(status, PLAIN_TYPE, body);
}

/** GraphQL refuses variables with a 200. */
export function graphqlErrors(call: Call, message: string): Answer {
  const content = { errors: [{ message, extensions: { classification: 'ValidationError' } }], data: null };
  if (asksForNormalized(call)) return jsonAnswer(200, NORMALIZED_TYPE, { data: content, included: [] });
  return jsonAnswer(200, PLAIN_TYPE, content);
}

/** A section that does not exist, is empty, or is silently withheld: three things, one answer. */
export function nullRoot(call: Call, root: string): Answer {
  const content = { data: { [root]: null } };
  if (asksForNormalized(call)) return jsonAnswer(200, NORMALIZED_TYPE, { data: content, included: [] });
  return jsonAnswer(200, PLAIN_TYPE, content);
}

export function textAnswer(status: number, type: string, body: string, headers: Answer['headers'] = {}): Answer {
  return { status, headers: { 'content-type': type, ...headers }, body };
}

export function htmlAnswer(status: number, body: string, headers: Answer['headers'] = {}): Answer {
  return textAnswer(status, 'text/html; charset=utf-8', body, headers);
}

export function redirectAnswer(location: string, status = 302, headers: Answer['headers'] = {}): Answer {
  return { status, headers: { location, ...headers }, body: '' };
}

function jsonAnswer(status: number, type: string, body: Json): Answer {
  return { status, headers: { 'content-type': type, 'cache-control': 'no-store' }, body: JSON.stringify(body) };
}
