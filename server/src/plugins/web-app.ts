/**
 * The built web app at /app/. Files named by their content are cached indefinitely; the page itself never, and each response
 * with it has its own nonce. Paths without a file belong to the app's router.
 */
import { randomBytes } from 'node:crypto';
import { access, readFile } from 'node:fs/promises';
import { dirname, extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { fastifyStatic } from '@fastify/static';
import type { FastifyInstance, FastifyReply } from 'fastify';
import manifest from '../../package.json' with { type: 'json' };
import type { Config } from '../config.ts';
import { AppError } from '../http/app-error.ts';
import { escapeHtml } from '../http/escape-html.ts';
import { relyingPartyOf } from '../http/relying-party.ts';
import { contentSecurityPolicy } from '../http/security-headers.ts';

const BUILT_WEB_APP = fileURLToPath(new URL('../../../dist/web', import.meta.url));
/** The packed extension, next to the built app. */
const EXTENSION = 'extension.zip';
const EXTENSION_NAME = `leadloom-extension-${manifest.version}.zip`;
/** Stands in the page's `<meta property="csp-nonce">`, where the app's styles read it. */
const NONCE_PLACEHOLDER = '__CSP_NONCE__';
/** The operator's settings that the app reads, each in a `<meta>` of the page, by its placeholder there. */
const settingPlaceholders: Readonly<Record<string, (config: Config) => string>> = {
  __SUPPORT_EMAIL__: ({ supportEmail }) => supportEmail,
  __KEY_LIMITS__: ({ keyLimits }) => [keyLimits.keyPerSecond, keyLimits.keyPerMinute, keyLimits.accountPerMinute].join(' '),
  __REGISTRATION__: ({ registration }) => registration,
  __OIDC_NAME__: ({ oidc }) => oidc?.name ?? '',
  __PASSKEYS__: ({ publicUrl }) => describePasskeys(publicUrl),
  __EXTRA_COUNTRIES__: ({ extraCountries }) => extraCountries.join(','),
};
const YEAR_SECONDS = 365 * 24 * 3600;

const NOT_BUILT = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>Not built</title>
<h1>The web app is not built</h1>
<p>Build it with <code>pnpm build</code>, then reload this page. The API is running.</p>
</html>
`;

interface WebAppOptions {
  /** Parts of these settings are written into the page. */
  readonly config: Config;
  /** The folder of the built app. */
  readonly webRoot?: string | undefined;
}

export async function installWebApp(app: FastifyInstance, options: WebAppOptions): Promise<void> {
  const { config, webRoot = BUILT_WEB_APP } = options;
  await app.register(fastifyStatic, {
    serve: false,
    root: webRoot,
    preCompressed: true,
    suppressWarning: true,
    index: false,
    cacheControl: false,
  });

  app.get('/', (_request, reply) => reply.redirect('/app/', 302));
  app.get('/app', (_request, reply) => reply.redirect('/app/', 302));

  const builds = dirname(webRoot);
  app.get(`/app/${EXTENSION}`, async (_request, reply) => {
    const isBuilt = await access(join(builds, EXTENSION)).then(
      () => true,
      () => false,
    );
    if (!isBuilt) throw new AppError('REQUEST.NOT_FOUND', { message: 'The extension is not built on this server.' });
    reply.header('cache-control', 'no-cache').header('content-disposition', `attachment; filename="${EXTENSION_NAME}"`);
    return reply.sendFile(EXTENSION, builds);
  });

  app.get<{ Params: { '*': string } }>('/app/*', async (request, reply) => {
    const path = request.params['*'];
    if (extname(path) === '' || path === 'index.html') return sendPage(reply, webRoot, config);
    if (!isPlainPath(path)) throw new AppError('REQUEST.NOT_FOUND');
    const isHashed = path.startsWith('assets/');
    reply.header('cache-control', isHashed ? `public, max-age=${YEAR_SECONDS}, immutable` : 'no-cache');
    return reply.sendFile(path);
  });
}

async function sendPage(reply: FastifyReply, webRoot: string, config: Config): Promise<FastifyReply> {
  reply.type('text/html; charset=utf-8');
  const page = await readFile(join(webRoot, 'index.html'), 'utf8').catch(() => null);
  if (page === null) return reply.code(503).header('cache-control', 'no-store').header('retry-after', '5').send(NOT_BUILT);
  const nonce = randomBytes(16).toString('base64');
  return reply
    .header('cache-control', 'no-cache')
    .header('content-security-policy', contentSecurityPolicy(nonce))
    .send(withSettings(page.replaceAll(NONCE_PLACEHOLDER, nonce), config));
}

function withSettings(page: string, config: Config): string {
  return Object.entries(settingPlaceholders).reduce(
    (filled, [placeholder, read]) => filled.replaceAll(placeholder, () => escapeHtml(read(config))),
    page,
  );
}

/** The host they belong to, or why there are none. */
function describePasskeys(publicUrl: string): string {
  const relyingParty = relyingPartyOf(publicUrl);
  return relyingParty.state === 'available' ? `on ${relyingParty.id}` : relyingParty.state;
}

/** Whether the path names no hidden file, no parent directory, and nothing that the file system reads differently. */
function isPlainPath(path: string): boolean {
  return path.split('/').every((segment) => /^[\w@~-][\w.@~-]*$/.test(segment));
}
