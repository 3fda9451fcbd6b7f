import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiError, ConnectionError, createClient } from './create-client.ts';

interface Call {
  readonly url: string;
  readonly headers: Headers;
  readonly init: RequestInit;
}

const usage = { request_count: 1 };
const problem = (code: string, message: string, more: object = {}) => ({ code, message, request_id: 'request-1', ...more });
const json = (body: unknown, status = 200, headers: Record<string, string> = {}) => Response.json(body, { status, headers });

/** A server that answers what it is given, one after another, and then always a success. */
function answering(...answers: readonly (Response | Error)[]) {
  const calls: Call[] = [];
  const left = [...answers];
  const fetch: typeof globalThis.fetch = async (url, init = {}) => {
    calls.push({ url: String(url), headers: new Headers(init.headers), init });
    init.signal?.throwIfAborted();
    const next = left.shift() ?? json(usage);
    if (next instanceof Error) throw next;
    return next;
  };
  return { calls, client: createClient({ origin: 'https://leads.example.com', apiKey: 'll_live_secret', fetch }) };
}

describe('a call', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  /** Lets the pauses between attempts pass. */
  async function outcomeOf<Answer>(call: Promise<Answer>): Promise<Answer | Error> {
    const outcome = call.catch((error: unknown) => {
      if (error instanceof Error) return error;
      throw new TypeError('something else than an error was thrown');
    });
    await vi.runAllTimersAsync();
    return outcome;
  }

  it('the key is sent in a header, and redirects to other hosts are not followed', async () => {
    const { calls, client } = answering();
    expect(await client.usage()).toEqual(usage);
    expect(calls).toHaveLength(1);
    expect(calls[0]?.url).toBe('https://leads.example.com/api/v1/usage');
    expect(calls[0]?.headers.get('authorization')).toBe('Bearer ll_live_secret');
    expect(calls[0]?.init).toMatchObject({ redirect: 'error', credentials: 'omit' });
  });

  it('lists are sent as repeated parameters, and missing values are left out', async () => {
    const { calls, client } = answering();
    await client.tables.companies.list({
      country: ['France', 'Côte d’Ivoire'],
      search_query: 'a&b=c',
      with_contact_info: true,
      region: undefined,
      per_page: 5,
    });
    expect([...new URL(calls[0]?.url ?? '').searchParams]).toEqual([
      ['country', 'France'],
      ['country', 'Côte d’Ivoire'],
      ['search_query', 'a&b=c'],
      ['with_contact_info', 'true'],
      ['per_page', '5'],
    ]);
  });

  it('a single value that contains a comma is sent twice, so that it is not split', async () => {
    const { calls, client } = answering();
    await client.tables.companies.list({ country: ['Isle,Land'], vertical: ['Media, Print'] });
    expect([...new URL(calls[0]?.url ?? '').searchParams]).toEqual([
      ['country', 'Isle,Land'],
      ['country', 'Isle,Land'],
      ['vertical', 'Media, Print'],
    ]);
  });

  it('an id is escaped in the path', async () => {
    const { calls, client } = answering(json({ profile: {} }));
    await client.profiles.get('../../usage?x=');
    expect(calls[0]?.url).toBe('https://leads.example.com/api/v1/linkedin/users/..%2F..%2Fusage%3Fx%3D');
  });

  it('a call that came too fast is repeated after the time the server names', async () => {
    const { calls, client } = answering(json(problem('RATE.LIMITED', 'Slow down.'), 429, { 'retry-after': '22' }));
    const call = client.usage();
    await vi.advanceTimersByTimeAsync(21_900);
    expect(calls).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(200);
    expect(await call).toEqual(usage);
    expect(calls).toHaveLength(2);
  });

  it('a call is repeated when the server is busy or cannot be reached', async () => {
    const { calls, client } = answering(new TypeError('fetch failed'), json(problem('SERVER.BUSY', 'Busy.'), 503));
    expect(await outcomeOf(client.usage())).toEqual(usage);
    expect(calls).toHaveLength(3);
  });

  it('a call that changes something is repeated when it was refused before it was done, and never after a lost connection', async () => {
    const refused = answering(json(problem('SERVER.BUSY', 'Busy.'), 503, { 'retry-after': '1' }), json({ id: 1 }, 201));
    expect(await outcomeOf(refused.client.lists.create({ name: 'Q1', table: 'companies' }))).toEqual({ id: 1 });
    expect(refused.calls.map(({ init }) => init.method)).toEqual(['POST', 'POST']);
    const lost = answering(new TypeError('connection lost'));
    expect(await outcomeOf(lost.client.lists.create({ name: 'Q1', table: 'companies' }))).toBeInstanceOf(ConnectionError);
    expect(lost.calls).toHaveLength(1);
    const reading = answering(new TypeError('connection lost'), json({ data: [] }));
    expect(await outcomeOf(reading.client.lists.list())).toEqual([]);
  });

  it('an answer without a body is none', async () => {
    const { calls, client } = answering(new Response(null, { status: 204 }));
    expect(await outcomeOf(client.alerts.delete(7))).toBeUndefined();
    expect(calls[0]).toMatchObject({ url: 'https://leads.example.com/api/v1/alerts/7', init: { method: 'DELETE', body: null } });
  });

  it('a call fails with the last error after its last repetition', async () => {
    const refusals = Array.from({ length: 9 }, () => json(problem('SERVER.BUSY', 'Busy.'), 503));
    const { calls, client } = answering(...refusals);
    const error = await outcomeOf(client.usage());
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({ name: 'ApiError', status: 503, code: 'SERVER.BUSY', message: 'Busy.', requestId: 'request-1' });
    expect(calls).toHaveLength(5);
  });

  it('a call that gets no response fails with the reason', async () => {
    const cause = new TypeError('fetch failed');
    const { client } = answering(...Array.from({ length: 9 }, () => cause));
    const error = await outcomeOf(client.usage());
    expect(error).toBeInstanceOf(ConnectionError);
    expect(error).toMatchObject({ name: 'ConnectionError', cause });
  });

  it('a call is not repeated if the wait is too long, for example to the end of the month', async () => {
    const used = problem('QUOTA.REQUESTS_EXHAUSTED', 'Monthly request limit reached', { 'violated-policies': ['month'] });
    const { calls, client } = answering(json(used, 429, { 'retry-after': '900000' }));
    expect(await outcomeOf(client.usage())).toMatchObject({
      code: 'QUOTA.REQUESTS_EXHAUSTED',
      violatedPolicies: ['month'],
      retryAfter: 900_000,
    });
    expect(calls).toHaveLength(1);
  });

  it('an invalid call is not repeated', async () => {
    const details = { errors: [{ parameter: 'contry', detail: 'is not a parameter of this endpoint.' }] };
    const { calls, client } = answering(
      json(problem('REQUEST.INVALID', 'contry: is not a parameter of this endpoint.', details), 400),
    );
    expect(await outcomeOf(client.usage())).toMatchObject({
      status: 400,
      code: 'REQUEST.INVALID',
      retryAfter: null,
      problem: details,
    });
    expect(calls).toHaveLength(1);
  });

  it("a response that is not the server's is reported as far as possible", async () => {
    for (const body of ['<h1>Bad Gateway</h1>', '[]', '{"code":7}', 'null']) {
      const { client } = answering(new Response(body, { status: 502 }));
      expect(await outcomeOf(client.usage())).toMatchObject({ status: 502, code: 'UNKNOWN', problem: null, requestId: null });
    }
  });

  it('whose answer breaks off is told as a lost connection', async () => {
    const { client } = answering(new Response('{"request_count":', { status: 200 }));
    expect(await outcomeOf(client.usage())).toBeInstanceOf(ConnectionError);
  });

  it('a call can be cancelled, also while it waits to be repeated', async () => {
    const controller = new AbortController();
    const { calls, client } = answering(json(problem('RATE.LIMITED', 'Slow down.'), 429, { 'retry-after': '30' }));
    const outcome = client.usage({ signal: controller.signal }).catch((error: unknown) => error);
    await vi.advanceTimersByTimeAsync(1000);
    controller.abort(new Error('no longer needed'));
    expect(await outcome).toMatchObject({ message: 'no longer needed' });
    expect(calls).toHaveLength(1);
    expect(vi.getTimerCount()).toBe(0);
    await expect(client.usage({ signal: controller.signal })).rejects.toThrow('no longer needed');
  });
});

describe('a client', () => {
  it('a client without a key or an address is refused', () => {
    expect(() => createClient({ origin: 'https://leads.example.com', apiKey: '' })).toThrow('apiKey is empty');
    expect(() => createClient({ origin: 'leads', apiKey: 'll_live_secret' })).toThrow(TypeError);
  });
});
