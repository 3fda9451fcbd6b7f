/**
 * The OpenAPI document. It is the same for everybody: made at the first request, and cached as bytes, because it has almost
 * a megabyte and everybody may ask for it. Clients that accept gzip, as nearly all do, get a fifteenth of that.
 */
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { getOpenApi } from '@leadloom/shared/contract/data-api';
import type { FastifyInstance } from 'fastify';
import { serveEndpoint } from '../../http/route.ts';
import { TrustedJson } from '../../http/trusted-json.ts';
import type { Platform } from '../../platform.ts';
import { createOpenApiDocument } from './openapi-document.ts';

const compress = promisify(gzip);

export function registerOpenApi(app: FastifyInstance, { config }: Platform): void {
  let cached: Promise<{ readonly plain: TrustedJson; readonly compressed: TrustedJson }> | null = null;
  const make = async () => {
    const text = JSON.stringify(createOpenApiDocument(config.publicUrl));
    const bytes = Buffer.from(text);
    return { plain: new TrustedJson(text, bytes), compressed: new TrustedJson(text, await compress(bytes)) };
  };
  serveEndpoint(app, getOpenApi, async (_, { request, reply }) => {
    cached ??= make();
    const { plain, compressed } = await cached;
    reply.header('vary', 'accept-encoding');
    if (!acceptsGzip(request.headers['accept-encoding'] ?? '')) return plain;
    reply.header('content-encoding', 'gzip');
    return compressed;
  });
}

/** Whether the client accepts gzip. Weights are not compared: a client that names a weight gets the plain text. */
function acceptsGzip(encodings: string): boolean {
  return encodings.split(',').some((encoding) => encoding.trim().toLowerCase() === 'gzip');
}
