import { type ChildProcess, spawn } from 'node:child_process';
import { createHmac, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { findFreePort } from '@leadloom/server/testing/loopback';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { workspaceRoot } from '../conventions/source-files.ts';
import { blocksIn } from './documents.ts';

const GUIDE = 'docs/guide/be-told.md';

describe('the receiver of webhooks in the user guide', () => {
  const secret = randomBytes(24).toString('base64');
  let folder: string;
  let program: ChildProcess;
  let output = '';
  let address: string;

  beforeAll(async () => {
    const [{ text } = { text: '' }] = blocksIn('js').filter(({ path }) => path === GUIDE);
    // Beside the packages, so that the program finds the library.
    folder = await mkdtemp(join(workspaceRoot, 'server/node_modules/.webhook-guide-'));
    await writeFile(join(folder, 'receiver.mjs'), text);
    const port = await findFreePort();
    address = `http://127.0.0.1:${port}/`;
    const env = { LEADLOOM_WEBHOOK_SECRET: `whsec_${secret}`, PORT: String(port) };
    program = spawn(process.execPath, [join(folder, 'receiver.mjs')], { env, stdio: ['ignore', 'pipe', 'inherit'] });
    program.stdout?.setEncoding('utf8').on('data', (chunk: string) => {
      output += chunk;
    });
    await vi.waitFor(() => expect(output).toContain('listening'), { timeout: 30_000 });
  });
  afterAll(async () => {
    if (program.exitCode === null && program.kill()) await once(program, 'exit');
    await rm(folder, { recursive: true, force: true });
  });

  /** Signed as the guide says for those without a library. */
  async function send(key: string, at = Date.now()): Promise<number> {
    const body = JSON.stringify({ type: 'webhook.test', timestamp: new Date(at).toISOString(), data: { webhook_id: 7 } });
    const [id, time] = ['msg_1', String(Math.floor(at / 1000))];
    const signature = createHmac('sha256', Buffer.from(key, 'base64')).update(`${id}.${time}.${body}`).digest('base64');
    const headers = { 'webhook-id': id, 'webhook-timestamp': time, 'webhook-signature': `v1,${signature}` };
    return (await fetch(address, { method: 'POST', body, headers })).status;
  }

  it('it accepts what is signed with its secret, and nothing else', async () => {
    expect(await send(randomBytes(24).toString('base64'))).toBe(400);
    expect(await send(secret, Date.now() - 6 * 60_000)).toBe(400);
    expect(output).not.toContain('webhook.test');
    expect(await send(secret)).toBe(204);
    await expect.poll(() => output).toContain('webhook.test {"webhook_id":7}');
  });
});
