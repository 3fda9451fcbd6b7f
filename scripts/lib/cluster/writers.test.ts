import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import { json } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type TableView, tableViewSchema } from '../../../shared/src/contract/table-views.ts';
import { startWriters, type Writers } from './writers.ts';

const LIMIT_MILLISECONDS = 10_000;

/** Two servers on one store of views, as programs see them. Accounts share their views. */
class Stand {
  readonly views: TableView[] = [];
  isAway = false;
  readonly origins: string[] = [];
  readonly #servers: Server[] = [];

  async start(): Promise<void> {
    for (let count = 0; count < 2; count += 1) {
      const server = createServer((request, response) => {
        void this.#answer(request).then(({ status, body }) => {
          response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
        });
      }).listen(0, '127.0.0.1');
      await once(server, 'listening');
      const address = server.address();
      this.#servers.push(server);
      this.origins.push(`http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`);
    }
  }

  async stop(): Promise<void> {
    for (const server of this.#servers) server.close().closeAllConnections();
  }

  async #answer(request: IncomingMessage): Promise<{ readonly status: number; readonly body: unknown }> {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://127.0.0.1');
    const sent = request.method === 'POST' ? await json(request) : {};
    if (pathname.endsWith('/register')) return { status: 200, body: { msg: 'Done' } };
    if (pathname.endsWith('/login')) {
      return { status: 200, body: { msg: 'Done', access_token: 'one', refresh_token: 'two', token_type: 'bearer' } };
    }
    if (this.isAway) return { status: 503, body: { code: 'SERVER.UNAVAILABLE' } };
    if (request.method === 'GET') {
      return { status: 200, body: { data: this.views.filter(({ table }) => table === searchParams.get('table')) } };
    }
    const kept = { id: randomUUID(), is_own: true, updated_at: '2026-01-01T00:00:00Z' };
    const view = tableViewSchema.parse({ ...(typeof sent === 'object' ? sent : {}), ...kept });
    this.views.push(view);
    return { status: 201, body: view };
  }
}

describe('the accounts that write', () => {
  let stand: Stand;
  let writers: Writers;
  beforeEach(async () => {
    stand = new Stand();
    await stand.start();
    writers = startWriters({ servers: stand.origins, writersPerServer: 1 });
    await writers.untilAllWrite(LIMIT_MILLISECONDS);
  });
  afterEach(async () => {
    await writers.stop();
    await stand.stop();
  });

  it('every acknowledged write is found', async () => {
    await writers.stop();
    expect(writers.acknowledged()).toBe(stand.views.length);
    expect(await writers.countLost()).toBe(0);
  });

  it('lost and altered writes are counted', async () => {
    await expect.poll(() => writers.acknowledged()).toBeGreaterThan(2);
    await writers.stop();
    stand.views.splice(0, 1);
    stand.views[0] = tableViewSchema.parse({ ...stand.views[0], name: 'another' });
    expect(await writers.countLost()).toBe(2);
  });

  it('failed writes are reported, and writing continues once the servers acknowledge again', async () => {
    stand.isAway = true;
    const refused = '503 SERVER.UNAVAILABLE';
    await expect.poll(() => writers.refusals().get(refused) ?? 0).toBeGreaterThan(1);
    stand.isAway = false;
    await writers.untilAllWrite(LIMIT_MILLISECONDS);
    // Two refusals lie a tenth of a second apart.
    expect(writers.longestPause()).toBeGreaterThan(100);
  });

  it('writing fails if a server acknowledges nothing for too long', async () => {
    stand.isAway = true;
    await expect(writers.untilAllWrite(200)).rejects.toThrow('a server has acknowledged no write for 0 s');
  });
});
