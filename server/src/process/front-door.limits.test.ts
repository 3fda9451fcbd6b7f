import { once } from 'node:events';
import { request } from 'node:http';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { problemSchema } from '@leadloom/shared/contract/errors';
import { afterEach, describe, expect, it } from 'vitest';
import { startUpload } from '../http/long-upload.ts';
import { leavingHealth, startingHealth } from '../modules/system/health.service.ts';
import { type FrontDoor, openFrontDoor } from './front-door.ts';

const host = '127.0.0.1';
const STALL = 300;

describe('what clients of the front door may hold', () => {
  let door: FrontDoor;
  const sockets: Socket[] = [];
  afterEach(async () => {
    for (const socket of sockets.splice(0)) socket.destroy();
    await door.close();
  });

  async function open(limits: { total?: number; perAddress?: number; isProxy?: (address: string) => boolean } = {}) {
    door = await openFrontDoor({
      ...{ host: '0.0.0.0', port: 0, publicUrl: 'https://leads.example.com', startingHealth, leavingHealth },
      connections: { total: 1_000, perAddress: 200, isProxy: () => false, ...limits },
      bodies: { stall: STALL, look: 50 },
    });
    // A path that ends with wait has no response.
    door.serve((incoming, response) => {
      if (incoming.url?.endsWith('wait') !== true) response.end('served');
    });
  }

  async function hold(from = host, text = ''): Promise<Socket> {
    const socket = connect({ port: door.port, host, localAddress: from });
    socket.on('error', () => undefined);
    sockets.push(socket);
    await once(socket, 'connect');
    if (text !== '') socket.write(text);
    return socket;
  }
  const holdMany = async (count: number, from?: string, text?: string): Promise<Socket[]> => {
    const held: Socket[] = [];
    for (let index = 0; index < count; index += 1) held.push(await hold(from, text));
    return held;
  };
  const countOpen = (held: readonly Socket[]) =>
    held.filter(({ destroyed, readableEnded }) => !destroyed && !readableEnded).length;
  const metric = async (labels: string) =>
    (await door.registry.metrics())
      .split('\n')
      .find((line) => line.startsWith(labels))
      ?.split(' ')[1];
  const waiting = 'GET /wait HTTP/1.1\r\nhost: x\r\n\r\n';

  /** @returns status and body, or the code of the error */
  function ask(path: string, from = host): Promise<string> {
    const { promise, resolve } = Promise.withResolvers<string>();
    const asking = request({ port: door.port, host, path, localAddress: from, agent: false }, async (response) => {
      resolve(`${response.statusCode} ${String(await response.setEncoding('utf8').toArray())}`);
    });
    asking.once('error', (error) => resolve('code' in error ? String(error.code) : error.message)).end();
    return promise;
  }

  it('one address holds no more than its limit: its longest idle connection makes room, and others are served', async () => {
    await open({ perAddress: 5 });
    const held = await holdMany(12, '127.0.0.2');
    await expect.poll(() => countOpen(held)).toBe(5);
    expect(countOpen(held.slice(0, 7))).toBe(0);
    expect(await ask('/', '127.0.0.2')).toBe('200 served');
    expect(await ask('/')).toBe('200 served');
    expect(await metric('http_connections_ended_total{reason="idle"}')).toBe('8');
  });

  it('an address whose connections all have requests gets no other', async () => {
    await open({ perAddress: 5 });
    const held = await holdMany(5, '127.0.0.2', waiting);
    await expect.poll(() => metric('http_connections ')).toBe('5');
    await sleep(50);
    expect(await ask('/', '127.0.0.2')).toMatch(/ECONNRESET|EPIPE/);
    expect(await ask('/')).toBe('200 served');
    expect(countOpen(held)).toBe(5);
    expect(await metric('http_connections_ended_total{reason="address"}')).toBe('1');
  });

  it('the connections of a trusted proxy are not those of one visitor', async () => {
    await open({ perAddress: 5, isProxy: (address) => address === '127.0.0.2' });
    const held = await holdMany(40, '127.0.0.2');
    expect(await ask('/', '127.0.0.2')).toBe('200 served');
    expect(countOpen(held)).toBe(40);
  });

  it('all together hold no more than the total: idle connections make room', async () => {
    await open({ total: 20 });
    const held = (await Promise.all(['2', '3', '4'].map((end) => holdMany(20, `127.0.0.${end}`)))).flat();
    await expect.poll(() => countOpen(held)).toBe(20);
    expect(await ask('/')).toBe('200 served');
  });

  it('when every connection has a request, health is still answered and others are told to try again', async () => {
    await open({ total: 20 });
    const held = (await Promise.all(['2', '3'].map((end) => holdMany(10, `127.0.0.${end}`, waiting)))).flat();
    await sleep(50);
    // Silent ones take no place from those that ask.
    await holdMany(12, '127.0.0.4');
    expect(await ask('/health')).toBe('200 served');
    const [status, body = ''] = (await ask('/')).split(/ (.*)/s);
    expect(status).toBe('503');
    expect(problemSchema.parse(JSON.parse(body)).code).toBe('SERVER.UNAVAILABLE');
    expect(countOpen(held)).toBe(20);
    held[0]?.destroy();
    await expect.poll(() => ask('/')).toBe('200 served');
  });

  async function sendBody(part: string, { path = '/', size = 10 } = {}): Promise<string> {
    const socket = await hold(host, `POST ${path} HTTP/1.1\r\nhost: x\r\ncontent-length: ${size}\r\n\r\n${part}`);
    let answer = '';
    socket.setEncoding('utf8').on('data', (text: string) => {
      answer += text;
    });
    await once(socket, 'close');
    return answer;
  }

  it.each(['/', '/upload'])('a body that stops arriving ends its request: %s', async (path) => {
    await open();
    door.serve(async (incoming, response) => {
      const end = incoming.url === '/upload' ? startUpload(incoming) : () => undefined;
      try {
        for await (const _ of incoming);
        response.end('served');
      } catch {
        // Cut off.
      }
      end();
    });
    const startedAt = performance.now();
    expect(await sendBody('abc', { path })).toContain('408 Request Timeout');
    expect(performance.now() - startedAt).toBeGreaterThanOrEqual(STALL);
    expect(await metric('http_connections_ended_total{reason="body"}')).toBe('1');
  });

  it('a body that arrives slowly, and one that the server is slow to read, are not ended', async () => {
    await open();
    let length = 0;
    door.serve(async (incoming, response) => {
      if (incoming.url === '/later') await sleep(4 * STALL);
      for await (const chunk of incoming) length += chunk.length;
      response.end('served');
    });
    const later = request({ port: door.port, host, path: '/later', method: 'POST', agent: false });
    later.end('x'.repeat(1_000_000));
    const slow = request({ port: door.port, host, path: '/', method: 'POST', agent: false });
    for (let part = 0; part < 6; part += 1) {
      slow.write('x');
      await sleep(STALL * 0.6);
    }
    slow.end();
    const answers = await Promise.all([later, slow].map(async (sent) => (await once(sent, 'response'))[0].statusCode));
    expect(answers).toEqual([200, 200]);
    expect(length).toBe(1_000_006);
  });
});
