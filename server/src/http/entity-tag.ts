/**
 * Entity tags for programs: a program that already has a response sends `If-None-Match` and gets 304. The tags are weak,
 * because a later version may serialise the same response differently.
 */
import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** Clients must revalidate each time, and shared caches must not store the answer. */
const PRIVATE_AND_REVALIDATED = 'private, no-cache';

/** @param parts everything that the response depends on */
export function entityTag(parts: readonly string[]): string {
  return `W/"${createHash('sha256').update(JSON.stringify(parts)).digest('base64url').slice(0, 22)}"`;
}

export function isKnown(request: FastifyRequest, tag: string): boolean {
  const known = request.headers['if-none-match']?.match(/"[^"]*"/g);
  return known?.some((one) => one === tag.slice('W/'.length)) ?? false;
}

export function tagged(reply: FastifyReply, tag: string): FastifyReply {
  return reply.headers({ etag: tag, 'cache-control': PRIVATE_AND_REVALIDATED });
}

export function sendUnchanged(reply: FastifyReply, tag: string): FastifyReply {
  return tagged(reply, tag).code(304).send();
}
