/** Writes what a handler returned as the response that its endpoint defines. */
import type { EndpointDefinition } from '@leadloom/shared/contract/endpoint';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { attachmentNamed } from './attachment.ts';
import { entityTag, isKnown, sendUnchanged, tagged } from './entity-tag.ts';
import { TrustedJson } from './trusted-json.ts';

const JSON_TYPE = 'application/json; charset=utf-8';

/** Responds to a program that may already have this response: the response is made first, and sent only if it has changed. */
export function sendTagged(request: FastifyRequest, reply: FastifyReply, row: EndpointDefinition, result: unknown): FastifyReply {
  const { success } = row;
  if (success.kind !== 'json') return sendResult(reply, row, result);
  const text = result instanceof TrustedJson ? result.text : JSON.stringify(success.body.parse(result));
  const tag = entityTag([request.url, text]);
  return isKnown(request, tag) ? sendUnchanged(reply, tag) : sendResult(tagged(reply, tag), row, new TrustedJson(text));
}

export function sendResult(reply: FastifyReply, row: EndpointDefinition, result: unknown): FastifyReply {
  const { success } = row;
  reply.code(success.status);
  if (result instanceof TrustedJson) return reply.type(JSON_TYPE).send(result.encoded ?? result.text);
  if (success.kind === 'json') return reply.send(success.body.parse(result));
  if (success.kind === 'empty') return reply.send();
  if (success.kind === 'redirect') return reply.redirect(String(result), success.status);
  // Unless the handler has described the file.
  if (!reply.hasHeader('content-disposition')) reply.header('content-disposition', attachmentNamed(success.fileName));
  if (!reply.hasHeader('content-type'))
    reply.header('content-type', success.kind === 'csv' ? 'text/csv; charset=utf-8' : success.contentType);
  return reply.send(result);
}
