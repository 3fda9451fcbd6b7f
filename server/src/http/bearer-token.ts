/** The token in a request's Authorization header. */
import type { FastifyRequest } from 'fastify';

/** The token of `Authorization: Bearer …`; null for another scheme or none. */
export function readBearer(request: FastifyRequest): string | null {
  return /^Bearer +([\w.~+/=-]+) *$/i.exec(request.headers.authorization ?? '')?.[1] ?? null;
}
