/** Sends the response of a list, with the next page as a header for programs. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ListAnswer } from './list-page.ts';
import { TrustedJson } from './trusted-json.ts';

/** @param isLinked whether a header names the next page too, as programs expect */
export function finishList(
  { request, reply }: { readonly request: FastifyRequest; readonly reply: FastifyReply },
  { text, next }: ListAnswer,
  isLinked: boolean,
): TrustedJson {
  if (isLinked && typeof next === 'string') reply.header('link', `<${withCursor(request.url, next)}>; rel="next"`);
  return new TrustedJson(text);
}

function withCursor(url: string, cursor: string): string {
  const [path, ...query] = url.split('?');
  const parameters = new URLSearchParams(query.join('?'));
  parameters.delete('page');
  parameters.set('cursor', cursor);
  return `${path}?${parameters}`;
}
