import { describe, expect, it } from 'vitest';
import { app, CONNECTIONS_DECORATION, createBackgroundParts } from '../testing/background-parts.ts';
import { json } from '../testing/fake-linkedin.ts';
import { createCheckConnections } from './check-connections.ts';

const candidate = { kind: 'rest', decorationId: CONNECTIONS_DECORATION } as const;

describe('a page of connections', () => {
  it('a page of connections is fetched at its offset and returned as text with its number', async () => {
    const { client, linkedIn } = createBackgroundParts();
    linkedIn.answer(() => json('{"data":{"*elements":[]}}'));
    expect(await createCheckConnections(client)({ page: 3, candidate }, app)).toEqual({
      ok: true,
      data: { page: 3, body: '{"data":{"*elements":[]}}' },
    });
    expect(linkedIn.requests[0]?.url).toContain('&count=40&q=search&sortType=RECENTLY_ADDED&start=80');
  });

  it('a failed page of connections returns only the reason and the status', async () => {
    const { client, linkedIn } = createBackgroundParts();
    linkedIn.answer(() => json('{"status":410}', 410));
    expect(await createCheckConnections(client)({ page: 1, candidate }, app)).toEqual({
      ok: false,
      error: { code: 'stale_endpoint', status: 410 },
    });
  });
});
