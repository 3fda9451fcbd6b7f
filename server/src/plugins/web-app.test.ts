import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import manifest from '../../../package.json' with { type: 'json' };
import { startTestServer, type TestServer } from '../testing/test-server.ts';

const PAGE =
  '<!doctype html><meta property="csp-nonce" nonce="__CSP_NONCE__"><meta name="support-email" content="__SUPPORT_EMAIL__"><meta name="extra-countries" content="__EXTRA_COUNTRIES__"><meta name="key-limits" content="__KEY_LIMITS__"><meta name="registration" content="__REGISTRATION__"><meta name="passkeys" content="__PASSKEYS__"><script type="module" src="/app/assets/main-1a2b.js"></script>';

describe('the web app', () => {
  let webRoot: string;
  let server: TestServer;
  const get = (url: string) => server.app.inject(url);
  beforeAll(async () => {
    const parent = await mkdtemp(join(tmpdir(), 'leadloom-web-'));
    webRoot = join(parent, 'web');
    await mkdir(join(webRoot, 'assets'), { recursive: true });
    await writeFile(join(parent, 'secret.txt'), 'canary');
    await writeFile(join(parent, 'extension.zip'), 'packed extension');
    await writeFile(join(webRoot, 'index.html'), PAGE);
    await writeFile(join(webRoot, '.hidden.txt'), 'canary');
    await writeFile(join(webRoot, 'favicon.svg'), '<svg/>');
    await writeFile(join(webRoot, 'assets/main-1a2b.js'), 'export {};');
    await writeFile(join(webRoot, 'assets/main-1a2b.js.gz'), 'packed');
    server = await startTestServer({ app: { webRoot }, environment: { EXTRA_COUNTRIES: 'PL,NL', REGISTRATION: 'invite' } });
  });
  afterAll(async () => {
    await server.close();
    await rm(join(webRoot, '..'), { recursive: true });
  });

  it.each(['/', '/app'])('%s redirects to the app', async (url) => {
    const answer = await get(url);
    expect(answer.statusCode).toBe(302);
    expect(answer.headers.location).toBe('/app/');
  });

  it.each(['/app/', '/app/index.html', '/app/dashboard', '/app/linkedin/users/42?tab=1', '/app/new-password/Ab-_9'])(
    '%s serves the page of the app, never cached',
    async (url) => {
      const answer = await get(url);
      expect(answer.statusCode).toBe(200);
      expect(answer.headers['content-type']).toBe('text/html; charset=utf-8');
      expect(answer.headers['cache-control']).toBe('no-cache');
      expect(answer.body).toContain('type="module"');
    },
  );

  it('the packed extension is offered under a name with its version, and its cached copy is checked each time', async () => {
    const answer = await get('/app/extension.zip');
    expect(answer.statusCode).toBe(200);
    expect(answer.body).toBe('packed extension');
    expect(answer.headers).toMatchObject({
      'content-type': 'application/zip',
      'content-disposition': `attachment; filename="leadloom-extension-${manifest.version}.zip"`,
      'cache-control': 'no-cache',
    });
    const { etag } = answer.headers;
    const again = await server.app.inject({ url: '/app/extension.zip', headers: { 'if-none-match': String(etag) } });
    expect(again.statusCode).toBe(304);
  });

  it('each response has its own nonce, in the page and in the policy', async () => {
    const nonces = await Promise.all(
      ['/app/', '/app/'].map(async (url) => {
        const answer = await get(url);
        const nonce = /nonce="([^"]+)"/.exec(answer.body)?.[1] ?? '';
        expect(answer.headers['content-security-policy']).toContain(`style-src 'self' 'nonce-${nonce}';`);
        expect(Buffer.from(nonce, 'base64')).toHaveLength(16);
        return nonce;
      }),
    );
    expect(nonces[0]).not.toBe(nonces[1]);
  });

  it('the page contains the operator’s address', async () => {
    const answer = await get('/app/');
    expect(answer.body).toContain(`<meta name="support-email" content="${server.platform.config.supportEmail}">`);
  });

  it('the page contains the countries that the operator added', async () => {
    expect((await get('/app/')).body).toContain('<meta name="extra-countries" content="PL,NL">');
  });

  it('the page contains the limits of calls with API keys', async () => {
    expect((await get('/app/')).body).toContain('<meta name="key-limits" content="10 60 120">');
  });

  it('the page says who may register', async () => {
    expect((await get('/app/')).body).toContain('<meta name="registration" content="invite">');
    expect((await get('/app/')).body).toContain('<meta name="passkeys" content="on localhost">');
  });

  it('files named by their content are cached indefinitely', async () => {
    const answer = await get('/app/assets/main-1a2b.js');
    expect(answer.statusCode).toBe(200);
    expect(answer.headers['cache-control']).toBe('public, max-age=31536000, immutable');
    expect(answer.headers['content-type']).toMatch(/javascript/);
  });

  it('all other files are revalidated', async () => {
    const answer = await get('/app/favicon.svg');
    expect(answer.headers['cache-control']).toBe('no-cache');
    expect(answer.headers.etag).toBeDefined();
  });

  it('browsers that accept compression get the compressed file', async () => {
    const answer = await server.app.inject({ url: '/app/assets/main-1a2b.js', headers: { 'accept-encoding': 'gzip' } });
    expect(answer.headers['content-encoding']).toBe('gzip');
    expect(answer.body).toBe('packed');
  });

  it.each(['/app/assets/main-0000.js', '/app/none.png', '/app/assets/'])(
    '%s gets 404 or the page, and neither is cached',
    async (url) => {
      const answer = await get(url);
      expect(answer.statusCode).toBe(url.endsWith('/') ? 200 : 404);
      expect(answer.headers['cache-control']).toMatch(/no-(cache|store)/);
    },
  );

  it.each([
    '/app/../secret.txt',
    '/app/%2e%2e/secret.txt',
    '/app/..%2fsecret.txt',
    '/app/..%5csecret.txt',
    '/app/assets/..%2f..%2fsecret.txt',
    '/app/.hidden.txt',
    '/app/%2ehidden.txt',
    '/app//etc/passwd.txt',
    '/app/assets/main-1a2b.js%00.txt',
  ])('%s is not served', async (url) => {
    const answer = await get(url);
    expect([400, 404]).toContain(answer.statusCode);
    expect(answer.body).not.toContain('canary');
  });

  it('a missing build is reported with what to do', async () => {
    const unbuilt = await startTestServer({ app: { webRoot: join(webRoot, 'none', 'web') } });
    const answer = await unbuilt.app.inject('/app/dashboard');
    expect(answer.statusCode).toBe(503);
    expect(answer.body).toContain('pnpm build');
    expect(answer.headers['cache-control']).toBe('no-store');
    expect((await unbuilt.app.inject('/app/assets/main.js')).statusCode).toBe(404);
    const extension = await unbuilt.app.inject('/app/extension.zip');
    expect(extension.statusCode).toBe(404);
    expect(extension.json()).toMatchObject({ message: 'The extension is not built on this server.' });
    expect(extension.headers['content-disposition']).toBeUndefined();
    await unbuilt.close();
  });
});
