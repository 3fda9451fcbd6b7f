import { beforeEach, describe, expect, it, vi } from 'vitest';
import { settle } from '../testing/manual-clock.ts';
import { startBridge } from './bridge.ts';

const ORIGIN = 'http://localhost:3000';
const request = (changes: object = {}) => ({
  channel: 'leadloom',
  kind: 'request',
  id: crypto.randomUUID(),
  name: 'checkExtension',
  payload: {},
  ...changes,
});

/** The parts of a window that the bridge uses. */
function createPage(origin = ORIGIN) {
  const posted: { readonly message: unknown; readonly targetOrigin: unknown }[] = [];
  let listener: ((event: unknown) => void) | undefined;
  const window = {
    location: { origin },
    addEventListener: (_: string, added: (event: unknown) => void) => {
      listener = added;
    },
    postMessage: (message: unknown, targetOrigin: unknown) => posted.push({ message, targetOrigin }),
  };
  return {
    // The bridge takes a whole window, which a test does not have.
    window: window as unknown as Window,
    posted,
    receive: async (data: unknown, changes: object = {}) => {
      listener?.({ data, source: window, origin, isTrusted: true, ...changes });
      await settle();
    },
  };
}

const answer = { ok: true, data: { installed: true, version: '0.2.0' } };
const send = vi.fn<(message: unknown) => Promise<unknown>>();
let isAlive = true;
let page = createPage();

function start(origin?: string) {
  page = createPage(origin);
  startBridge({ window: page.window, send, isExtensionAlive: () => isAlive });
}

beforeEach(() => {
  send.mockReset().mockResolvedValue(answer);
  isAlive = true;
  start();
});

describe('the bridge', () => {
  it('the bridge passes a request to the background and the reply to its own origin', async () => {
    const sent = request();
    await page.receive(sent);
    expect(send).toHaveBeenCalledExactlyOnceWith(sent);
    expect(page.posted).toEqual([
      { message: { channel: 'leadloom', kind: 'reply', id: sent.id, reply: answer }, targetOrigin: ORIGIN },
    ]);
  });

  it.each<[string, object]>([
    ['another window', { source: {} }],
    ['no window', { source: null }],
    ['another origin', { origin: 'https://evil.example' }],
    ['another port', { origin: 'http://localhost:3001' }],
    ['a sandboxed frame', { origin: 'null' }],
    ['a script that made the event itself', { isTrusted: false }],
  ])('the bridge ignores %s', async (_, changes) => {
    await page.receive(request(), changes);
    expect(send).not.toHaveBeenCalled();
    expect(page.posted).toEqual([]);
  });

  it('the bridge ignores everything in a document without an origin', async () => {
    start('null');
    await page.receive(request());
    expect(send).not.toHaveBeenCalled();
  });

  it('the bridge passes on each id once, and replies to it once', async () => {
    const sent = request();
    for (let times = 0; times < 3; times++) await page.receive(sent);
    expect(send).toHaveBeenCalledTimes(1);
    expect(page.posted).toHaveLength(1);
  });

  it('the bridge refuses an invalid request without involving the background', async () => {
    const sent = request({ name: 'constructor' });
    await page.receive(sent);
    await page.receive(sent);
    expect(send).not.toHaveBeenCalled();
    expect(page.posted).toEqual([
      {
        message: { channel: 'leadloom', kind: 'reply', id: sent.id, reply: { ok: false, error: { code: 'bad_request' } } },
        targetOrigin: ORIGIN,
      },
    ]);
  });

  it('the bridge does not treat its own replies as requests', async () => {
    await page.receive(request());
    await page.receive(page.posted[0]?.message);
    expect(send).toHaveBeenCalledTimes(1);
  });

  it('the bridge refuses a flood beyond 32 running messages', async () => {
    send.mockReturnValue(new Promise(() => undefined));
    for (let number = 0; number < 40; number++) await page.receive(request());
    expect(send).toHaveBeenCalledTimes(32);
    expect(page.posted.map(({ message }) => message)).toMatchObject(
      Array.from({ length: 8 }, () => ({ reply: { ok: false, error: { code: 'rate_limited' } } })),
    );
  });

  it('the bridge accepts messages again after replies', async () => {
    for (let number = 0; number < 100; number++) await page.receive(request());
    expect(send).toHaveBeenCalledTimes(100);
  });

  it('the bridge reports an error if the worker was terminated during a request', async () => {
    send.mockResolvedValueOnce(undefined).mockRejectedValueOnce(new Error('The message port closed'));
    await page.receive(request());
    await page.receive(request());
    expect(page.posted.map(({ message }) => message)).toMatchObject([
      { reply: { ok: false, error: { code: 'internal' } } },
      { reply: { ok: false, error: { code: 'internal' } } },
    ]);
  });

  it('the bridge is silent once the extension is gone, even about running requests', async () => {
    send.mockImplementationOnce(() => {
      isAlive = false;
      throw new Error('Extension context invalidated.');
    });
    await page.receive(request());
    await page.receive(request());
    expect(send).toHaveBeenCalledTimes(1);
    expect(page.posted).toEqual([]);
  });
});
