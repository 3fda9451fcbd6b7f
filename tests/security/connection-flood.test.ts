/**
 * Visitors without an account who hold as many connections as they get, against a server with few file descriptors. It must
 * keep its database, and serve others meanwhile.
 */
import { once } from 'node:events';
import { request } from 'node:http';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { registerAt, signInAt, useServerHome } from '@leadloom/server/testing/server-home';
import type { ServerProcess } from '@leadloom/server/testing/server-process';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';

const DESCRIPTORS = 400;
const ATTACKERS = ['127.0.0.2', '127.0.0.3', '127.0.0.4'];
const EACH = 200;
/** Longer than the server takes to notice that its database ended. */
const HELD_MILLISECONDS = 4_000;
const QUICK_MILLISECONDS = 3_000;

describe.skipIf(process.platform !== 'linux')('a flood of connections', { timeout: 180_000 }, () => {
  const home = useServerHome({ isShared: true });
  let server: ServerProcess;
  let postmaster: number;
  const held = new Set<Socket>();
  let isAttacking = false;
  let opened = 0;
  beforeAll(async () => {
    await home.fill();
    server = home.launch({}, { descriptors: DESCRIPTORS });
    await server.ready();
    expect((await registerAt(server, 'mara@example.com')).status).toBe(200);
    postmaster = await home.postmasterPid();
  });
  afterEach(endAttack);

  function endAttack(): void {
    isAttacking = false;
    for (const socket of held) socket.destroy();
  }

  /** Opens another one for each that is closed, with a pause, so that their number is bounded. */
  async function keepOpen(port: number, localAddress: string, text: string): Promise<void> {
    while (isAttacking) {
      const socket = connect({ port, host: '127.0.0.1', localAddress });
      socket.on('error', () => undefined);
      held.add(socket);
      opened += 1;
      socket.once('connect', () => socket.write(text));
      await once(socket, 'close').catch(() => undefined);
      held.delete(socket);
      await sleep(500);
    }
  }

  async function attack(port: number, text: string): Promise<void> {
    isAttacking = true;
    opened = 0;
    for (let count = 0; count < EACH; count += 1) {
      for (const address of ATTACKERS) void keepOpen(port, address, text);
      if (count % 20 === 0) await sleep(10);
    }
    await sleep(500);
  }

  /** From an address of its own. @returns the status, or 0 without an answer in time */
  function ask(path: string): Promise<number> {
    const { promise, resolve } = Promise.withResolvers<number>();
    const asking = request(server.url + path, { agent: false, timeout: QUICK_MILLISECONDS }, (response) => {
      response.resume();
      resolve(response.statusCode ?? 0);
    });
    asking.once('timeout', () => asking.destroy(new Error('no answer'))).once('error', () => resolve(0));
    asking.end();
    return promise;
  }

  it.each([
    ['that say nothing', ''],
    ['with bodies that do not come', 'POST /api/v1/login HTTP/1.1\r\nhost: x\r\ncontent-length: 100\r\n\r\n{'],
  ])('connections %s take neither the database nor the service of others', async (_, text) => {
    await attack(home.port, text);
    const statuses: number[] = [];
    for (const endsAt = Date.now() + HELD_MILLISECONDS; Date.now() < endsAt; await sleep(200)) {
      statuses.push(await ask('/health'));
    }
    expect(opened).toBeGreaterThan(DESCRIPTORS);
    expect(statuses.length).toBeGreaterThan(5);
    expect([...new Set(statuses)]).toEqual([200]);
    expect(await home.postmasterPid()).toBe(postmaster);
    endAttack();
    expect((await signInAt(server, 'mara@example.com')).status).toBe(200);
  });

  it('the server ends as it does without an attack, and was never short of descriptors', async () => {
    expect(await server.end('SIGTERM')).toBe(0);
    expect(server.output()).not.toMatch(/database ended|EMFILE/);
  });
});
