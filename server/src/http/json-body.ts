/**
 * Reads a JSON body. Nesting is measured on the text before it is parsed: deep JSON parses, and the
 * next stringify or database write of it throws. `__proto__` and `constructor.prototype` are refused.
 */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import secureJson from 'secure-json-parse';
import { AppError } from './app-error.ts';

export const DEFAULT_BODY_LIMIT = 256 * 1024;
export const DEFAULT_BODY_DEPTH = 32;

const OPEN_BRACE = 123;
const OPEN_BRACKET = 91;
const CLOSE_BRACE = 125;
const CLOSE_BRACKET = 93;
const QUOTE = 34;
const BACKSLASH = 92;

/** Deepest nesting of `{` and `[` outside strings; stops counting past the limit. */
export function exceedsDepth(json: string, limit: number): boolean {
  let depth = 0;
  let inString = false;
  for (let index = 0; index < json.length; index += 1) {
    const character = json.charCodeAt(index);
    if (inString) {
      if (character === BACKSLASH) index += 1;
      else if (character === QUOTE) inString = false;
    } else if (character === QUOTE) inString = true;
    else if (character === OPEN_BRACE || character === OPEN_BRACKET) {
      depth += 1;
      if (depth > limit) return true;
    } else if (character === CLOSE_BRACE || character === CLOSE_BRACKET) depth -= 1;
  }
  return false;
}

export function useJsonBody(app: FastifyInstance): void {
  app.removeContentTypeParser(['application/json', 'text/plain']);
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request: FastifyRequest, body: string, done) => {
    try {
      done(null, parseJsonBody(body, request.routeOptions.config.bodyDepth ?? DEFAULT_BODY_DEPTH));
    } catch (error) {
      done(error instanceof Error ? error : new AppError('REQUEST.MALFORMED_JSON'));
    }
  });
}

/** @throws {AppError} REQUEST.TOO_DEEP, REQUEST.MALFORMED_JSON */
function parseJsonBody(body: string, depth: number): unknown {
  if (body === '') return undefined;
  if (exceedsDepth(body, depth)) throw new AppError('REQUEST.TOO_DEEP');
  try {
    return secureJson.parse(body, undefined, { protoAction: 'error', constructorAction: 'error' });
  } catch (cause) {
    throw new AppError('REQUEST.MALFORMED_JSON', { cause });
  }
}
