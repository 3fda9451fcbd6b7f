import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { problemSchema } from '@leadloom/shared/contract/errors';
import { healthSchema } from '@leadloom/shared/contract/system';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { leavingHealth, startingHealth } from '../modules/system/health.service.ts';
import { type FrontDoor, openFrontDoor } from './front-door.ts';
import { StartError } from './start-error.ts';

const host = '127.0.0.1';

describe('the front door', () => {
  let door: FrontDoor;
  let url: string;
  beforeEach(async () => {
    door = await openFrontDoor({ host, port: 0, publicUrl: 'https://leads.example.com', startingHealth, leavingHealth });
    url = `http://${host}:${door.port}`;
  });
  afterEach(() => door.close());

  /** Sends bytes as they are, and resolves with all that comes back once the connection ends. */
  async function sendRaw(text: string): Promise<string> {
    const socket = connect(door.port, host);
    let answer = '';
    socket.setEncoding('utf8').on('data', (chunk: string) => {
      answer += chunk;
    });
    socket.write(text);
    await once(socket, 'close');
    return answer;
  }

  it('the listener says that the server is starting until the application is ready', async () => {
    const health = await fetch(`${url}/health`);
    expect(health.status).toBe(503);
    expect(healthSchema.parse(await health.json()).status).toBe('starting');
    const other = await fetch(`${url}/api/v1/me`);
    expect(other.status).toBe(503);
    expect(other.headers.get('retry-after')).toBe('1');
    expect(problemSchema.parse(await other.json()).code).toBe('SERVER.UNAVAILABLE');

    door.serve((_request, response) => response.end('moved in'));
    expect(await (await fetch(`${url}/health`)).text()).toBe('moved in');
  });

  it('an address that is not this machine’s is named', async () => {
    const second = openFrontDoor({ host: '203.0.113.7', port: 0, publicUrl: url, startingHealth, leavingHealth });
    await expect(second).rejects.toThrow(StartError);
    await expect(second).rejects.toThrow('HOST: 203.0.113.7 is not an address of this machine.');
  });

  it('a port in use is named', async () => {
    const second = openFrontDoor({ host, port: door.port, publicUrl: url, startingHealth, leavingHealth });
    await expect(second).rejects.toThrow(StartError);
    await expect(second).rejects.toThrow(`port ${door.port} on 127.0.0.1 is in use`);
  });

  it.each([
    ['no HTTP', 'hello\r\n\r\n', '400 Bad Request', 'REQUEST.INVALID'],
    [
      'headers without end',
      `GET / HTTP/1.1\r\nx: ${'a'.repeat(20_000)}\r\n\r\n`,
      '431 Request Header Fields Too Large',
      'REQUEST.TOO_LARGE',
    ],
    [
      'two lengths',
      'POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\nab',
      '400 Bad Request',
      'REQUEST.INVALID',
    ],
    [
      'a length and chunks',
      'POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 4\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n',
      '400 Bad Request',
      'REQUEST.INVALID',
    ],
    [
      'a broken chunk',
      'POST / HTTP/1.1\r\nhost: x\r\ntransfer-encoding: chunked\r\n\r\nzz\r\n',
      '400 Bad Request',
      'REQUEST.INVALID',
    ],
    ['no Host', 'GET / HTTP/1.1\r\n\r\n', '400 Bad Request', 'REQUEST.INVALID'],
    ['a line feed alone after a header', 'GET / HTTP/1.1\r\nhost: x\nx: y\r\n\r\n', '400 Bad Request', 'REQUEST.INVALID'],
  ])('refuses %s with a problem, its headers and the end of the connection', async (_name, text, status, code) => {
    let handled = 0;
    door.serve((incoming, response) => {
      incoming.resume().once('end', () => {
        handled += 1;
        response.end();
      });
    });
    const answer = await sendRaw(text);
    expect(answer).toContain(`HTTP/1.1 ${status}\r\n`);
    const [head = '', body = ''] = answer.slice(answer.indexOf('HTTP/1.1')).split('\r\n\r\n');
    expect(problemSchema.parse(JSON.parse(body)).code).toBe(code);
    for (const header of [
      'content-security-policy',
      'strict-transport-security',
      'x-content-type-options',
      'cache-control: no-store',
    ])
      expect(head).toContain(header);
    expect(handled).toBe(0);
  });

  it('an unknown Expect header is ignored', async () => {
    door.serve((_request, response) => response.writeHead(200, { connection: 'close' }).end('served'));
    expect(await sendRaw('GET / HTTP/1.1\r\nhost: x\r\nexpect: more\r\n\r\n')).toContain('served');
  });

  it('requests on one connection are answered in order', async () => {
    door.serve((incoming, response) => response.end(incoming.url));
    const answer = await sendRaw('GET /one HTTP/1.1\r\nhost: x\r\n\r\nGET /two HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n');
    expect(answer.match(/\/(one|two)/g)).toEqual(['/one', '/two']);
  });

  it('running requests are answered before the listener closes, and no new connection is accepted', async () => {
    const { promise: arrived, resolve: onArrive } = Promise.withResolvers<void>();
    const { promise: mayAnswer, resolve: answerNow } = Promise.withResolvers<void>();
    door.serve(async ({ url: path }, response) => {
      if (path === '/late') return response.end('late');
      onArrive();
      await mayAnswer;
      return response.end('answered');
    });
    const running = fetch(`${url}/slow`);
    await arrived;
    let isClosed = false;
    const closing = door.close().then(() => {
      isClosed = true;
    });
    const health = await fetch(`${url}/health`);
    expect([health.status, health.headers.get('connection')]).toEqual([503, 'close']);
    expect(healthSchema.parse(await health.json()).status).toBe('down');
    const ofPrograms = await fetch(`${url}/api/v1/health`);
    expect(ofPrograms.status).toBe(503);
    expect(problemSchema.parse(await ofPrograms.json()).code).toBe('SERVER.UNAVAILABLE');
    const late = await fetch(`${url}/late`);
    expect([await late.text(), late.headers.get('connection')]).toEqual(['late', 'close']);
    expect(isClosed).toBe(false);
    answerNow();
    const response = await running;
    expect(await response.text()).toBe('answered');
    expect(response.headers.get('connection')).toBe('close');
    await closing;
    await expect(fetch(`${url}/late`)).rejects.toThrow();
  });

  it('the listener waits for running downloads and uploads', async () => {
    door.serve(async (incoming, response) => {
      if (incoming.url === '/export') {
        response.write('first half,');
        await untilSignalled;
        response.end('second half');
        return;
      }
      let body = '';
      for await (const chunk of incoming) body += String(chunk);
      response.end(body);
    });
    const { promise: untilSignalled, resolve: goOn } = Promise.withResolvers<void>();
    const download = await fetch(`${url}/export`);
    const upload = request(`${url}/import`, { method: 'POST' });
    const uploaded = once(upload, 'response');
    upload.write('first row,');
    await sleep(20);
    const closing = door.close();
    expect((await fetch(`${url}/health`)).status).toBe(503);
    goOn();
    upload.end('last row');
    expect(await download.text()).toBe('first half,second half');
    const [answer] = await uploaded;
    expect(String(await answer.setEncoding('utf8').toArray())).toBe('first row,last row');
    await closing;
  });

  it('idle connections do not keep the listener open', async () => {
    door.serve((_request, response) => response.end());
    const agent = new Agent({ keepAlive: true });
    const idle = request({ host, port: door.port, agent }).end();
    const [response] = await once(idle, 'response');
    response.resume();
    await once(response, 'end');
    const silent = connect(door.port, host);
    await once(silent, 'connect');
    await sleep(20);
    const ended = once(silent, 'close');
    const closing = door.close().then(() => 'closed');
    // The limit of the drain is far longer than this.
    expect(await Promise.race([closing, sleep(2_000)])).toBe('closed');
    await ended;
    agent.destroy();
  });
});
