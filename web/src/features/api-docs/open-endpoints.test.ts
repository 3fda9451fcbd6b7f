import { type EndpointRow, endpoint } from '@leadloom/shared/contract/endpoint';
import { endpointRows } from '@leadloom/shared/contract/rows';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { openEndpoints } from './open-endpoints.ts';

describe('the endpoints of the article', () => {
  it('are all rows of the contract that are open to keys, and no other', () => {
    const open = Object.entries(endpointRows).filter(([, row]) => 'apiKey' in row);
    expect(openEndpoints().map(({ name }) => name)).toEqual(open.map(([name]) => name));
    expect(openEndpoints().map(({ path }) => path)).toContain('/usage');
    expect(openEndpoints().map(({ path }) => path)).not.toContain('/me');
  });

  it('refuse parameters they do not know, as the article says', () => {
    const rows: readonly EndpointRow[] = Object.values(endpointRows);
    const lenient = rows.filter(
      ({ apiKey, query }) => apiKey !== undefined && query?.safeParse({ 'no-such': '1' }).success !== false,
    );
    expect(lenient.map(({ path }) => path)).toEqual([]);
  });

  it('are described by their row alone', () => {
    const row = endpoint({
      method: 'GET',
      path: '/table/looms/{loom_id}',
      access: 'subscribed',
      apiKey: 'counted',
      summary: 'One loom',
      params: z.strictObject({ loom_id: z.string().describe('Its id') }),
      query: z.strictObject({ fields: z.array(z.string()).optional() }),
      success: { kind: 'json', status: 200, body: z.object({ warp: z.int() }) },
      errors: ['KEYS.NOT_FOUND'],
    });
    expect(openEndpoints({ loom: row })).toMatchObject([
      {
        path: '/table/looms/{loom_id}',
        isCounted: true,
        needsSubscription: true,
        parameters: [
          { name: 'loom_id', isRequired: true, text: 'Its id' },
          { name: 'fields', isRequired: false, type: 'list of text' },
        ],
        answer: [{ name: 'warp', type: 'integer' }],
        download: null,
        errors: [{ code: 'KEYS.NOT_FOUND', status: 404 }],
      },
    ]);
  });

  it('that answer a file name it', () => {
    const row = endpoint({
      method: 'GET',
      path: '/looms.csv',
      access: 'session',
      apiKey: 'free',
      summary: 'All looms',
      success: { kind: 'csv', status: 200, fileName: 'looms.csv' },
      errors: [],
    });
    expect(openEndpoints({ row })).toMatchObject([
      { isCounted: false, needsSubscription: false, answer: [], download: 'looms.csv' },
    ]);
  });
});
