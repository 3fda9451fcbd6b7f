/** The last touches to a list's answer: where it goes on, in its body and as a header. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { TrustedJson } from '../../../http/trusted-json.ts';
import type { ListAnswer } from './list-answers.ts';

/** @param isLinked whether the next page is named in a header as well, as programs expect it */
export function finishList(
  { request, reply }: { readonly request: FastifyRequest; readonly reply: FastifyReply },
  { text, next }: ListAnswer,
  isLinked: boolean,
): TrustedJson {
  if (next === undefined) return new TrustedJson(text);
  if (isLinked && next !== null) reply.header('link', `<${withCursor(request.url, next)}>; rel="next"`);
  return new TrustedJson(`${text.slice(0, -1)},"next_cursor":${JSON.stringify(next)}}`);
}

function withCursor(url: string, cursor: string): string {
  const [path, ...query] = url.split('?');
  const parameters = new URLSearchParams(query.join('?'));
  parameters.delete('page');
  parameters.set('cursor', cursor);
  return `${path}?${parameters}`;
}
