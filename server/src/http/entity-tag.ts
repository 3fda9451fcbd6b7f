/**
 * Entity tags for programs: one that has an answer already says so by `If-None-Match` and gets 304 in place of it.
 * Weak, since the same answer may be written in other bytes one day.
 */
import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** Ours to ask anew each time, and nobody else's to keep. */
const KEPT_BY_ITS_READER = 'private, no-cache';

/** @param parts what the answer hangs on */
export function entityTag(parts: readonly string[]): string {
  return `W/"${createHash('sha256').update(JSON.stringify(parts)).digest('base64url').slice(0, 22)}"`;
}

export function isKnown(request: FastifyRequest, tag: string): boolean {
  const known = request.headers['if-none-match']?.match(/"[^"]*"/g);
  return known?.some((one) => one === tag.slice('W/'.length)) ?? false;
}

export function tagged(reply: FastifyReply, tag: string): FastifyReply {
  return reply.headers({ etag: tag, 'cache-control': KEPT_BY_ITS_READER });
}

export function sendUnchanged(reply: FastifyReply, tag: string): FastifyReply {
  return tagged(reply, tag).code(304).send();
}
