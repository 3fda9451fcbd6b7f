/** `pnpm dev` as a developer sees it: what it prints in its first half minute, and what follows when a file changes. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { utimes } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { makeTemporaryDirectory, removeDirectory } from '@leadloom/server/testing/temporary-directory';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';

const root = join(import.meta.dirname, '..', '..');
const HALF_A_MINUTE = 30_000;
const WARNING = /\b(?:warn|warning|error|failed|could not)\b|"level":[4-6]0/i;
/** `inlineDynamicImports`: @crxjs/vite-plugin builds the bridge with an option that Vite's bundler no longer needs. `slow statement`: the machine is busy. */
const KNOWN = /inlineDynamicImports|"slow statement"/;

describe('pnpm dev', { timeout: 180_000 }, () => {
  let dataDir: string;
  let ports: { readonly server: number; readonly web: number; readonly extension: number; readonly standIn: number };
  let dev: ChildProcess;
  const lines: string[] = [];

  beforeAll(async () => {
    dataDir = await makeTemporaryDirectory('dev');
    ports = { server: await freePort(), web: await freePort(), extension: await freePort(), standIn: await freePort() };
    dev = spawn(process.execPath, ['scripts/dev.ts'], {
      cwd: root,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: {
        ...process.env,
        NODE_ENV: undefined,
        DATA_DIR: dataDir,
        LOG_LEVEL: 'warn',
        PORT: String(ports.server),
        WEB_PORT: String(ports.web),
        EXTENSION_PORT: String(ports.extension),
        LINKEDIN_PORT: String(ports.standIn),
      },
    });
    for (const output of [dev.stdout, dev.stderr])
      output?.on('data', (chunk: Buffer) => lines.push(...chunk.toString('utf8').split('\n')));
    await vi.waitFor(async () => expect(await isServing()).toBe(true), { timeout: 120_000, interval: 500 });
  });
  afterAll(async () => {
    if (dev.exitCode === null) {
      dev.kill('SIGTERM');
      await once(dev, 'exit');
    }
    await removeDirectory(dataDir);
  });

  async function isServing(): Promise<boolean> {
    const answers = await Promise.all([
      statusOf(`http://127.0.0.1:${ports.server}/health`),
      statusOf(`http://localhost:${ports.web}/app/`),
      statusOf(`http://localhost:${ports.extension}/src/popup/popup.html`),
    ]);
    return answers.every((status) => status === 200);
  }

  it('nothing is warned of in the first half minute', async () => {
    await sleep(HALF_A_MINUTE);
    expect(lines.filter((line) => WARNING.test(line) && !KNOWN.test(line))).toEqual([]);
    expect(dev.exitCode).toBeNull();
  });

  it.each([
    ['the web app', 'web', '/app/', 'web/src/components/brand-mark.tsx', '/app/src/components/brand-mark.tsx', 'update'],
    ['the extension', 'extension', '/', 'extension/src/background/sender.ts', '/src/background/sender.ts', 'full-reload'],
  ] as const)('a changed file of %s is loaded anew', async (_, part, base, file, path, expected) => {
    const origin = `localhost:${ports[part]}`;
    // A browser that has loaded the file, and waits for changes.
    expect(await statusOf(`http://${origin}${path}`)).toBe(200);
    const messages: string[] = [];
    const socket = new WebSocket(`ws://${origin}${base}`, 'vite-hmr');
    socket.addEventListener('message', ({ data }) => messages.push(String(data)));
    try {
      await expect.poll(() => messages, { timeout: 20_000 }).toHaveLength(1);
      // What is written counts, not what it says.
      await utimes(join(root, file), new Date(), new Date());
      const isReloaded = (message: string): boolean =>
        message.includes(`"type":"${expected}"`) && message.includes(path.replace('/app', ''));
      await expect.poll(() => messages.some(isReloaded), { timeout: 20_000 }).toBe(true);
    } finally {
      socket.close();
    }
  });
});

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address: AddressInfo | string | null = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('a server without a port');
  return address.port;
}

/** null: no answer. */
async function statusOf(url: string): Promise<number | null> {
  const answer = await fetch(url, { headers: { accept: '*/*' } }).catch(() => null);
  await answer?.body?.cancel();
  return answer?.status ?? null;
}
