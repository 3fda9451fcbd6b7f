import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { composeMail } from '../../mail/compose-mail.ts';
import { createOutboxMailer } from '../../mail/outbox-mailer.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { outboxPath } from './outbox-access.ts';

const link = 'http://localhost:3000/app/verify/some-code?a=1&b=2';

function mailTo(to: string, subject: string) {
  return composeMail({
    to,
    subject,
    paragraphs: ['<script>alert(1)</script>'],
    actions: [{ label: 'Open', url: link }],
    closing: [],
  });
}

describe('the outbox pages', () => {
  let dataDir: string;
  let server: TestServer;
  let files: string[];
  /** Of a browser that opened the printed address. */
  let cookie: string;
  const get = (url: string, headers: Record<string, string> = {}, remoteAddress = '127.0.0.1') =>
    server.app.inject({ url, headers: { host: 'localhost:3000', cookie, ...headers }, remoteAddress });

  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'leadloom-pages-'));
    server = await startTestServer({ environment: { DATA_DIR: dataDir } });
    const opened = await get(outboxPath(server.platform.secrets), { cookie: '' });
    expect(opened).toMatchObject({ statusCode: 303, headers: { location: '/outbox' } });
    cookie = String(opened.headers['set-cookie']).split(';')[0] ?? '';
    expect((await get('/outbox')).body).toContain('No mail yet.');
    const folder = join(dataDir, 'outbox');
    const mailer = createOutboxMailer({ folder, from: 'Leadloom <leadloom@leadloom.example>', now: server.clock.now });
    await mailer.send(mailTo('older@example.com', 'The older one'));
    server.clock.advance(1000);
    await mailer.send(mailTo('newer@example.com', 'The <newer> one'));
    await writeFile(join(folder, 'note.txt'), 'not a mail');
    await writeFile(join(dataDir, 'secret.eml'), 'outside');
    files = (await readdir(folder)).filter((name) => name.endsWith('.eml')).sort();
  });
  afterAll(async () => {
    await server.close();
    await rm(dataDir, { recursive: true, force: true });
  });

  it('the outbox lists mails, newest first, with everything escaped', async () => {
    const { statusCode, headers, body } = await get('/outbox');
    expect(statusCode).toBe(200);
    expect(headers['content-type']).toBe('text/html; charset=utf-8');
    expect(headers['cache-control']).toBe('no-store');
    expect(body.indexOf('The &lt;newer&gt; one')).toBeGreaterThan(0);
    expect(body.indexOf('The older one')).toBeGreaterThan(body.indexOf('The &lt;newer&gt; one'));
    for (const file of files) expect(body).toContain(`href="/outbox/${file}"`);
    expect(body).not.toContain('note.txt');
  });

  it('a mail is shown with working links, and its HTML in a sandbox', async () => {
    const page = await get(`/outbox/${files[1]}`);
    expect(page.statusCode).toBe(200);
    expect(page.body).toContain(`href="${link.replace('&', '&amp;')}"`);
    expect(page.body).toContain('newer@example.com');
    expect(page.body).toMatch(/<iframe [^>]*sandbox="(?![^"]*allow-(?:scripts|same-origin))/);
    expect(page.body).not.toContain('<script>');
    const part = await get(`/outbox/${files[1]}/html`);
    expect(part.headers['content-security-policy']).toMatch(/default-src 'none'.*sandbox/);
    expect(part.headers['content-security-policy']).not.toMatch(/allow-scripts|allow-same-origin|script-src/);
    expect(part.headers['x-frame-options']).toBe('SAMEORIGIN');
    const source = await get(`/outbox/${files[1]}/source`);
    expect(source.headers['content-type']).toBe('text/plain; charset=utf-8');
    expect(source.body).toContain('To: newer@example.com');
  });

  it('the outbox pages contain neither scripts nor inline styles', async () => {
    for (const url of ['/outbox', `/outbox/${files[0]}`]) {
      const { headers, body } = await get(url);
      expect(headers['content-security-policy']).not.toContain('unsafe');
      expect(body).not.toMatch(/<script|<style|style=|\son\w+=/i);
    }
    expect(await get('/outbox/style.css')).toMatchObject({
      statusCode: 200,
      headers: { 'content-type': 'text/css; charset=utf-8' },
    });
  });

  it('the cookie of the outbox is hidden from scripts and other sites', async () => {
    const { headers } = await get(outboxPath(server.platform.secrets), { cookie: '' });
    expect(headers['set-cookie']).toMatch(/^leadloom_outbox=[\w-]{43}; Path=\/outbox; HttpOnly; SameSite=Strict$/);
    expect(headers['cache-control']).toBe('no-store');
    // The address may stay in a history; what it is exchanged for is another value.
    expect(outboxPath(server.platform.secrets)).not.toContain(cookie.split('=')[1]);
  });

  it('a program on this machine without the token gets 404', async () => {
    const token = outboxPath(server.platform.secrets).split('=')[1] ?? '';
    const wrong = [
      ['/outbox', ''],
      ['/outbox?token=', ''],
      [`/outbox?token=${token.slice(0, -1)}`, ''],
      [`/outbox?token=${token}x`, ''],
      [`/outbox?token=${token}&token=${token}`, ''],
      [`/outbox/style.css?token=${token}`, ''],
      ['/outbox', `leadloom_outbox=${token}`],
      ['/outbox', `${cookie}x`],
      ['/outbox', cookie.toUpperCase()],
      ...files.flatMap((file) => ['', '/html', '/source'].map((end) => [`/outbox/${file}${end}`, ''])),
    ] as const;
    for (const [url, shown] of wrong) {
      const answer = await get(url, { cookie: shown });
      expect([url, shown, answer.statusCode]).toEqual([url, shown, 404]);
      expect(answer.headers['set-cookie']).toBeUndefined();
    }
  });

  it('a token of another server does not open the outbox', async () => {
    const other = outboxPath([Buffer.alloc(32, 7)]);
    expect((await get(other, { cookie: '' })).statusCode).toBe(404);
  });

  it.each(['::1', '127.0.0.9', '::ffff:127.0.0.1'])('the outbox is shown to %s', async (address) => {
    expect((await get('/outbox', {}, address)).statusCode).toBe(200);
  });

  it.each(['127.0.0.1:3000', '[::1]:3000', 'LOCALHOST'])('the outbox is shown under the host %s', async (host) => {
    expect((await get('/outbox', { host })).statusCode).toBe(200);
  });

  it.each(['192.0.2.1', '10.0.0.1', '::2', '2001:db8::1', '::ffff:192.0.2.1'])(
    'the outbox is hidden from %s',
    async (address) => {
      const token = outboxPath(server.platform.secrets);
      for (const url of ['/outbox', token, '/outbox/style.css', `/outbox/${files[0]}`, `/outbox/${files[0]}/html`])
        expect((await get(url, {}, address)).statusCode).toBe(404);
    },
  );

  it.each([
    { host: 'rebound.evil.example:3000' },
    { host: 'localhost.evil.example' },
    { host: '127.0.0.1.evil.example' },
    { host: 'evil.example', 'x-forwarded-for': '127.0.0.1' },
    { 'x-forwarded-for': '198.51.100.7' },
    { forwarded: 'for=198.51.100.7' },
    { 'x-real-ip': '198.51.100.7' },
    { via: '1.1 proxy' },
  ])('the outbox is hidden behind %j', async (headers) => {
    expect((await get('/outbox', { ...headers })).statusCode).toBe(404);
    expect((await get(`/outbox/${files[0]}`, { ...headers })).statusCode).toBe(404);
  });

  it.each([
    '..%2fsecret.eml',
    '..%2f..%2fetc%2fpasswd',
    '%2e%2e%2fsecret.eml',
    '..%5csecret.eml',
    'note.txt',
    '.%00.eml',
    'secret.eml',
    `${'a'.repeat(300)}.eml`,
  ])('open no other file: %s', async (file) => {
    for (const end of ['', '/html', '/source']) expect((await get(`/outbox/${file}${end}`)).statusCode).toBe(404);
  });

  it.each([{ SMTP_URL: 'smtp://127.0.0.1:2525' }, { PUBLIC_URL: 'https://leadloom.example', TRUST_PROXY: 'loopback' }])(
    'the outbox does not exist with %j',
    async (environment) => {
      const other = await startTestServer({ environment: { DATA_DIR: dataDir, ...environment } });
      try {
        const answer = await other.app.inject({
          url: outboxPath(other.platform.secrets),
          headers: { host: 'localhost:3000' },
          remoteAddress: '127.0.0.1',
        });
        expect(answer.statusCode).toBe(404);
      } finally {
        await other.close();
      }
    },
  );
});
