import { Readable } from 'node:stream';
import { setImmediate as turnOfLoop } from 'node:timers/promises';
import { type EndpointDefinition, endpoint } from '@leadloom/shared/contract/endpoint';
import { endpoints } from '@leadloom/shared/contract/endpoints';
import { endpointsOfTables } from '@leadloom/shared/contract/endpoints-of-tables';
import { workspaceRights } from '@leadloom/shared/contract/workspace-roles';
import { type FastifyInstance, fastify } from 'fastify';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { personalWorkspaceOf } from '../http/workspace.ts';
import { installErrors } from './errors.ts';
import { installTurns, turnLimits, turnOf } from './turns.ts';

const empty = { kind: 'empty', status: 204 } as const;
const shape = { summary: '', success: empty, errors: [] } as const;
const rows = {
  change: endpoint({ ...shape, method: 'POST', path: '/change', access: 'session' }),
  remove: endpoint({ ...shape, method: 'DELETE', path: '/change', access: 'verified' }),
  effect: endpoint({ ...shape, method: 'GET', path: '/effect', access: 'session', hasEffect: true }),
  read: endpoint({ ...shape, method: 'GET', path: '/read', access: 'session' }),
  own: endpoint({ ...shape, method: 'POST', path: '/own', access: 'session', turn: 'own' }),
  other: endpoint({ ...shape, method: 'POST', path: '/other', access: 'session', turn: 'own' }),
  upload: endpoint({ ...shape, method: 'POST', path: '/upload', access: 'console', streamBody: true }),
  program: endpoint({ ...shape, method: 'DELETE', path: '/program', access: 'operator' }),
  open: endpoint({ ...shape, method: 'POST', path: '/open', access: 'public' }),
  public: endpoint({ ...shape, method: 'POST', path: '/public', access: 'public' }),
} as const;
type Name = keyof typeof rows;
const isName = (text: string): text is Name => text in rows;

interface Running {
  readonly name: Name;
  readonly finish: (result?: Readable) => void;
  readonly fail: () => void;
}

describe('turns', () => {
  let app: FastifyInstance;
  let running: Running[];

  beforeEach(async () => {
    running = [];
    app = fastify();
    app.decorateRequest('caller', null);
    installErrors(app);
    installTurns(app);
    app.get<{ Params: { name: string; account: string } }>('/:name/:account', async (request, reply) => {
      const { name, account } = request.params;
      if (!isName(name)) throw new Error(`${name} is no endpoint of this test`);
      const accountId = Number(account);
      const workspace = {
        workspaceId: personalWorkspaceOf(accountId),
        isPersonal: true,
        role: 'owner',
        rights: workspaceRights,
      } as const;
      const person = { accountId, email: 'ada@example.com', isVerified: true, sessionId: 'a', isOperator: false };
      const known = { ...person, ...workspace };
      request.caller = rows[name].access === 'public' || rows[name].access === 'operator' ? null : known;
      const result = await app.turns.takeFor(rows[name], { request, reply }, () => {
        const { promise, resolve, reject } = Promise.withResolvers<Readable | undefined>();
        running.push({ name, finish: resolve, fail: () => reject(new Error('failed')) });
        return promise;
      });
      return reply.send(result ?? '');
    });
    await app.ready();
  });
  afterEach(() => app.close());

  /** Calls that run, once everything that is due has happened. */
  async function runs(): Promise<readonly Name[]> {
    for (let look = 0; look < 20; look += 1) await turnOfLoop();
    return running.map(({ name }) => name);
  }
  const send = (name: Name, account = 1, more: { readonly remoteAddress?: string; readonly signal?: AbortSignal } = {}) =>
    app.inject({ url: `/${name}/${account}`, ...more });
  const sendMany = (name: Name, count: number) => Array.from({ length: count }, () => send(name));
  /** Ends the call that started first. */
  const finish = (result?: Readable) => running.shift()?.finish(result);
  async function finishAll(calls: readonly ReturnType<typeof send>[]): Promise<readonly number[]> {
    while ((await runs()).length > 0) finish();
    return (await Promise.all(calls)).map(({ statusCode }) => statusCode);
  }

  it('calls that may change something of an account run one after another, in their order; those of others at once', async () => {
    const calls = [send('change'), send('remove'), send('effect'), send('change', 2)];
    expect(await runs()).toEqual(['change', 'change']);
    finish();
    expect(await runs()).toEqual(['change', 'remove']);
    expect(await finishAll(calls)).toEqual([200, 200, 200, 200]);
  });

  it('reads run beside changes, a few at once', async () => {
    const calls = [send('change'), ...sendMany('read', 8)];
    expect(await runs()).toEqual(['change', ...Array.from({ length: turnLimits.read.atOnce }, () => 'read')]);
    expect(await finishAll(calls)).toEqual(Array.from({ length: 9 }, () => 200));
  });

  it('what may take long holds up neither changes nor reads nor other calls that may', async () => {
    const calls = [...sendMany('own', 3), ...sendMany('other', 3), send('change'), send('read')];
    expect(await runs()).toEqual(['own', 'own', 'other', 'other', 'change', 'read']);
    await finishAll(calls);
  });

  it('uploads and the operator’s programs take no turn', async () => {
    const calls = [...sendMany('upload', 30), ...sendMany('program', 30), send('change')];
    expect(await runs()).toHaveLength(61);
    await finishAll(calls);
  });

  it('public calls of an address take turns at each endpoint', async () => {
    const { atOnce } = turnLimits.public;
    const calls = [...sendMany('public', 5), send('open'), send('public', 1, { remoteAddress: '203.0.113.7' })];
    expect((await runs()).filter((name) => name === 'public')).toHaveLength(atOnce + 1);
    expect((await runs()).filter((name) => name === 'open')).toHaveLength(1);
    await finishAll(calls);
    const network = [1, 2, 3, 4].map((host) => send('public', 1, { remoteAddress: `2001:db8:ab:1::${host}` }));
    expect(await runs()).toHaveLength(atOnce);
    await finishAll(network);
  });

  it.each(['change', 'read', 'own', 'public'] as const)(
    'of %s calls, those beyond the limit are refused at once',
    async (name) => {
      const { perAccount } = turnLimits[name];
      const calls = sendMany(name, perAccount + 3);
      await runs();
      const [refused] = await Promise.all(calls.slice(-3));
      expect(refused?.json()).toMatchObject({ code: 'RATE.LIMITED' });
      expect(refused?.headers['retry-after']).toBe('1');
      const codes = await finishAll(calls);
      expect(codes.filter((code) => code === 200)).toHaveLength(perAccount);
      expect(codes.filter((code) => code === 429)).toHaveLength(3);
    },
  );

  it('a call that fails gives its turn to the next one', async () => {
    const calls = sendMany('change', 2);
    await runs();
    running.shift()?.fail();
    expect(await runs()).toEqual(['change']);
    expect(await finishAll(calls)).toEqual([500, 200]);
  });

  it('a client that leaves while its call waits gives its place back', async () => {
    const first = send('change');
    const leaving = new AbortController();
    const gone = send('remove', 1, { signal: leaving.signal });
    await runs();
    leaving.abort();
    await expect(gone).rejects.toThrow();
    const next = send('effect');
    finish();
    expect(await runs()).toEqual(['effect']);
    await finishAll([first, next]);
  });

  it('a stream keeps the turn until it was sent, or its client has left', async () => {
    const leaving = new AbortController();
    const calls = [send('own'), send('own', 1, { signal: leaving.signal }), ...sendMany('own', 2)];
    await runs();
    const streams = [0, 1].map(() => new Readable({ read: () => undefined }));
    for (const stream of streams) finish(stream);
    expect(await runs()).toEqual([]);
    streams[0]?.push(null);
    expect(await runs()).toEqual(['own']);
    leaving.abort();
    await expect(calls[1]).rejects.toThrow();
    expect(await runs()).toEqual(['own', 'own']);
    await finishAll(calls.filter((_, index) => index !== 1));
  });
});

describe('the turns of the contract', () => {
  const all: readonly (readonly [name: string, row: EndpointDefinition])[] = Object.entries({
    ...endpoints,
    ...endpointsOfTables,
  });

  it('whatever sends a file has slots, or turns of its own', () => {
    const files = all.filter(([, { success }]) => ['csv', 'file'].includes(success.kind));
    expect(files.length).toBeGreaterThan(10);
    expect(files.filter(([, row]) => !['own', 'none'].includes(turnOf(row)))).toEqual([]);
  });

  it('what takes no turn is known by name', () => {
    const without = all.filter(([, row]) => turnOf(row) === 'none' && row.access !== 'operator');
    const names = new Set(without.map(([name]) => name.replace(/^.*\./, 'table.')));
    expect([...names].sort()).toEqual([
      'createImport',
      'createImportUpload',
      'exportMatches',
      'listProfileFacets',
      'listProfileRelated',
      'login',
      'matchRows',
      'me',
      'previewMatchExport',
      'previewTrends',
      'receiveStripeEvent',
      'summarizeProfiles',
      'table.export',
      'table.facets',
      'table.history',
      'table.list',
      'table.previewExport',
      'table.related',
      'table.sources',
      'table.summary',
      'table.total',
    ]);
  });
});
