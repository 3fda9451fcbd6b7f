import { afterEach, describe, expect, it } from 'vitest';
import { collectLog } from '../testing/log-lines.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';

describe('forwarding headers', () => {
  let server: TestServer | null = null;
  afterEach(() => server?.close());

  async function warningsAfter(
    environment: Readonly<Record<string, string>>,
    requests: readonly { readonly remoteAddress: string; readonly headers: Readonly<Record<string, string>> }[],
  ): Promise<readonly string[]> {
    const { log, lines } = collectLog();
    server = await startTestServer({ environment, app: { log } });
    for (const request of requests) await server.app.inject({ url: '/health', ...request });
    return lines.filter((line) => line.includes('TRUST_PROXY'));
  }

  const proxied = (name: string) => ({ remoteAddress: '127.0.0.1', headers: { [name]: '198.51.100.7' } });

  it.each(['x-forwarded-for', 'x-real-ip', 'forwarded', 'x-forwarded-proto'])(
    'forwarded requests are warned about once when no proxy is trusted: %s',
    async (name) => {
      const warnings = await warningsAfter({}, [proxied(name), proxied(name), proxied('x-forwarded-for')]);
      expect(warnings).toHaveLength(1);
      // Who sent it is what the operator has to decide on; what it says is a stranger's address.
      expect(warnings[0]).toContain('127.0.0.1');
      expect(warnings[0]).not.toContain('198.51.100.7');
    },
  );

  it('forwarded requests from an untrusted address are warned about', async () => {
    const warnings = await warningsAfter({ TRUST_PROXY: '10.0.0.0/8' }, [proxied('x-forwarded-for')]);
    expect(warnings).toHaveLength(1);
  });

  it('forwarded requests from a trusted proxy cause no warning', async () => {
    const warnings = await warningsAfter({ TRUST_PROXY: 'loopback' }, [proxied('x-forwarded-for'), proxied('x-forwarded-proto')]);
    expect(warnings).toEqual([]);
  });

  it('requests that are not forwarded cause no warning', async () => {
    expect(await warningsAfter({}, [{ remoteAddress: '192.0.2.1', headers: {} }])).toEqual([]);
  });
});
