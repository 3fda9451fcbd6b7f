/**
 * Reads a JSON body. Refused before parsing: nesting beyond the endpoint's depth (deeply nested JSON parses, but then fails
 * to be serialised or stored), more values than any real document has, and characters that the database cannot store. In
 * documents written by third parties those characters are replaced instead. `__proto__` and `constructor.prototype` are
 * never accepted. A large body with such documents is read in a thread.
 */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import secureJson from 'secure-json-parse';
import { AppError } from '../http/app-error.ts';
import { type BodyRules, repairJson, scanJson } from '../http/json-text.ts';
import { LARGE_BODY } from '../http/large-document.ts';
import { readLargeBody } from './large-body.ts';

const DEFAULT_BODY_DEPTH = 32;
/** Real documents have about one value in 30 bytes. The largest body, full of empty values, would block the server. */
const MAX_VALUES = 300_000;

export function installJsonBody(app: FastifyInstance): void {
  app.removeContentTypeParser(['application/json', 'text/plain']);
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, async (request: FastifyRequest, body: Buffer) => {
    const row = request.routeOptions.config.endpoint;
    // Bodies are never decompressed, so that no small body becomes a large one.
    if ((request.headers['content-encoding'] ?? 'identity') !== 'identity') throw new AppError('REQUEST.UNSUPPORTED_MEDIA_TYPE');
    const documents = row?.documents;
    const rules = { depth: row?.bodyDepth ?? DEFAULT_BODY_DEPTH, repairsText: documents !== undefined };
    if (documents === undefined || body.length <= LARGE_BODY) return parseJsonBody(body.toString(), rules);
    // The bytes get memory of their own, which can be transferred.
    return readLargeBody({ bytes: new Uint8Array(body), rules, documents }, request.caller?.accountId ?? 0);
  });
}

/** @throws {AppError} REQUEST.TOO_DEEP, REQUEST.TOO_LARGE, REQUEST.MALFORMED_JSON, REQUEST.INVALID */
export function parseJsonBody(body: string, { depth, repairsText }: BodyRules): unknown {
  if (body === '') return undefined;
  const { exceeds, badEscapes } = scanJson(body, { depth, values: MAX_VALUES });
  if (exceeds === 'depth') throw new AppError('REQUEST.TOO_DEEP');
  if (exceeds === 'values') throw new AppError('REQUEST.TOO_LARGE', { message: 'The body contains too many values.' });
  if (badEscapes.length > 0 && !repairsText) {
    throw new AppError('REQUEST.INVALID', {
      message: 'The body contains an invalid character (NUL or half a surrogate pair).',
    });
  }
  const text = badEscapes.length === 0 ? body : repairJson(body, badEscapes);
  try {
    return secureJson.parse(text, null, { protoAction: 'error', constructorAction: 'error' });
  } catch (cause) {
    throw new AppError('REQUEST.MALFORMED_JSON', { cause });
  }
}
