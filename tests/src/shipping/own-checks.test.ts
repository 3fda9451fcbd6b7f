import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { generate } from 'selfsigned';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runChecker } from './run-checker.ts';

const root = join(import.meta.dirname, '../../..');

describe('the files for operators', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'leadloom-shipping-'));
    const { cert, private: key } = await generate([{ name: 'commonName', value: 'leads.example.com' }], { keySize: 2048 });
    await writeFile(join(folder, 'certificate.pem'), cert);
    await writeFile(join(folder, 'key.pem'), key);
    await writeFile(join(folder, 'certificate-and-key.pem'), `${cert}\n${key}`);
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  /** A copy of the file that names the certificate of this test and this clone. @returns its path */
  async function copyOf(file: string, wrap = (text: string) => text): Promise<string> {
    const text = await readFile(join(root, 'deploy', file), 'utf8');
    const copy = join(folder, file);
    await writeFile(copy, wrap(text.replaceAll('/etc/leadloom/tls', folder).replaceAll('/opt/leadloom', root)));
    return copy;
  }

  async function check(command: string, args: readonly string[], environment: Readonly<Record<string, string>> = {}) {
    const complaint = await runChecker(command, args, environment);
    if (complaint === null) process.stderr.write(`${command} is not installed: its file is not checked by it.\n`);
    else expect(complaint).toBe('');
  }

  it('the configuration of HAProxy passes its own check', async () => {
    await check('haproxy', ['-c', '-q', '-f', await copyOf('haproxy.cfg')]);
  });

  it('the configuration of nginx passes its own check', async () => {
    const places = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${folder}/${name};`);
    const own = `pid ${folder}/pid; error_log stderr; events {} http { access_log off; ${places.join(' ')}`;
    await check('nginx', ['-t', '-q', '-e', 'stderr', '-c', await copyOf('nginx.conf', (text) => `${own}\n${text}\n}`)]);
  });

  it('the configuration of Caddy passes its own check', async () => {
    const environment = { XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder, LEADLOOM_SERVERS: 'server-1:3000 server-2:3000' };
    await check('caddy', ['validate', '--adapter', 'caddyfile', '--config', await copyOf('Caddyfile')], environment);
  });

  it('the unit passes the check of systemd', async () => {
    await check('systemd-analyze', ['verify', '--man=no', await copyOf('leadloom.service')]);
  });

  it('the compose file passes the check of compose', async () => {
    const environment = { LEADLOOM_HOST: 'localhost', POSTGRES_PASSWORD: 'letters2026', SECRETS: 'ab'.repeat(32) };
    await check('docker-compose', ['--file', join(root, 'compose.yaml'), 'config', '--quiet'], environment);
  });
});
