/**
 * Where a request carries an API key: in a header, never in the address. Nothing here checks whether the key is
 * valid: any text that cannot be a session token counts as a key, so that the error for a mistyped one says "key".
 */
import { KEY_MARKS } from '@leadloom/shared/contract/keys';
import type { FastifyRequest } from 'fastify';
import { AppError } from './app-error.ts';

const KEY_PARAMETER = /^(?:x[-_]?)?api[-_]?key$/i;

/** @param bearer of this request, or null @returns null if the request has no key, but perhaps the token of a session */
export function readPresentedKey(request: FastifyRequest, bearer: string | null): string | null {
  // A session token always contains dots, a key never does.
  if (bearer !== null) return bearer.includes('.') ? null : bearer;
  const header = request.headers['x-api-key'];
  return typeof header === 'string' ? header : null;
}

/** Whether the header for keys was sent at all, whatever its value. */
export function showsKeyHeader({ headers }: FastifyRequest): boolean {
  return headers['x-api-key'] !== undefined;
}

/** @throws {AppError} KEYS.IN_ADDRESS */
export function refuseKeyInAddress(request: FastifyRequest): void {
  const [, ...query] = request.url.split('?');
  for (const [parameter, value] of new URLSearchParams(query.join('?'))) {
    if (!KEY_PARAMETER.test(parameter) && !isMarkedAsKey(value)) continue;
    const detail = 'Send it as "Authorization: Bearer …" or as "X-API-Key".';
    throw new AppError('KEYS.IN_ADDRESS', { errors: [{ parameter: parameter.slice(0, 40), detail }] });
  }
}

/** Whether a text starts like an API key. */
export function isMarkedAsKey(text: string): boolean {
  return Object.values(KEY_MARKS).some((mark) => text.startsWith(mark));
}
