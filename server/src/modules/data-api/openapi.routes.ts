/** The OpenAPI document. It is the same for everybody, generated at the first request and kept. */
import { getOpenApi } from '@leadloom/shared/contract/data-api';
import type { FastifyInstance } from 'fastify';
import { serveEndpoint } from '../../http/route.ts';
import { TrustedJson } from '../../http/trusted-json.ts';
import type { Platform } from '../../platform.ts';
import { createOpenApiDocument } from './openapi-document.ts';

export function registerOpenApi(app: FastifyInstance, { config }: Platform): void {
  let document: TrustedJson | null = null;
  serveEndpoint(app, getOpenApi, async () => {
    document ??= new TrustedJson(JSON.stringify(createOpenApiDocument(config.publicUrl)));
    return document;
  });
}
