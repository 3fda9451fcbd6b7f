/**
 * `/health` for monitoring, within the API and outside of it; `/metrics` for the operator only; `security.txt` for reports
 * of vulnerabilities.
 */
import { access, constants } from 'node:fs/promises';
import { getHealth } from '@leadloom/shared/contract/system';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Registry } from 'prom-client';
import { type Config, NOBODYS_EMAIL } from '../../config.ts';
import { takesWrites } from '../../database/refused-writes.ts';
import { AppError } from '../../http/app-error.ts';
import { serveEndpoint } from '../../http/route.ts';
import { isSameSecret } from '../../http/same-secret.ts';
import type { Platform } from '../../platform.ts';
import { summariseSources } from '../tracking/sources.service.ts';
import { createHealth, PartDown } from './health.service.ts';
import { createMetrics } from './metrics.service.ts';
import { createSizeMetrics } from './size-metrics.ts';

const DAY = 24 * 3600 * 1000;
/** The expiry of `security.txt` must be less than a year away, so that old copies are not trusted for longer. */
const VALID_DAYS = 180;

/** @param others metrics of other modules */
export function registerSystem(app: FastifyInstance, platform: Platform, others: readonly Registry[]): void {
  const { config, database } = platform;
  const health = createHealth({
    database: async () => {
      if (!(await takesWrites(database))) throw new PartDown('refuses writes');
      return undefined;
    },
    mail: async () => {
      if (config.smtpUrl !== null) return 'smtp';
      await access(config.dataDir, constants.W_OK);
      return 'outbox';
    },
    // A network that cannot be reached does not affect the server; only its state is reported.
    sources: () => summariseSources(platform),
  });
  const metrics = createMetrics(database.$client, [createSizeMetrics(platform), ...others]);

  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'unknown';
    metrics.observe({ method: request.method, route, status: reply.statusCode, seconds: reply.elapsedTime / 1000 });
  });

  app.get('/health', async (_request, reply) => {
    const state = await health();
    if (state.status !== 'ready') reply.header('retry-after', '2');
    return reply
      .code(state.status === 'ready' ? 200 : 503)
      .header('cache-control', 'no-store')
      .send(state);
  });

  app.register(
    async (api) => {
      serveEndpoint(api, getHealth, async () => {
        const state = await health();
        if (state.status !== 'ready') throw new AppError('SERVER.UNAVAILABLE', { retryAfterSeconds: 2 });
        return state;
      });
    },
    { prefix: '/api/v1' },
  );

  app.get('/.well-known/security.txt', async (_request, reply) => {
    const text = securityText(config, platform.now());
    if (text === null) throw new AppError('REQUEST.NOT_FOUND');
    return reply.type('text/plain; charset=utf-8').send(text);
  });

  app.get('/metrics', async (request, reply) => {
    if (!mayReadMetrics(request, config.metricsToken)) throw new AppError('AUTH.UNAUTHORIZED');
    return reply
      .header('cache-control', 'no-store')
      .type(metrics.contentType)
      .send(await metrics.text());
  });
}

/** Requires the operator's token from any address: another program or a proxy on this machine would look local too. */
function mayReadMetrics(request: FastifyRequest, token: string | null): boolean {
  const given = /^Bearer (\S+)$/.exec(request.headers.authorization ?? '')?.[1];
  return token !== null && given !== undefined && isSameSecret(given, token);
}

/**
 * The contact for reports of vulnerabilities, according to RFC 9116.
 * @returns null if the operator set no contact
 */
function securityText({ supportEmail, publicUrl }: Pick<Config, 'supportEmail' | 'publicUrl'>, now: Date): string | null {
  if (supportEmail === NOBODYS_EMAIL) return null;
  // The time is in whole days, so that the file stays the same for a day.
  const expires = new Date(Math.floor(now.getTime() / DAY + VALID_DAYS) * DAY).toISOString().replace('.000Z', 'Z');
  const { protocol, origin } = new URL(publicUrl);
  const lines = [
    `Contact: mailto:${supportEmail}`,
    `Expires: ${expires}`,
    'Preferred-Languages: en',
    // A canonical address must use https.
    ...(protocol === 'https:' ? [`Canonical: ${origin}/.well-known/security.txt`] : []),
  ];
  return `${lines.join('\n')}\n`;
}
