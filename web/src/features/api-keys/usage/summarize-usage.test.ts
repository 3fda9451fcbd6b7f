import type { KeyUsage } from '@leadloom/shared/contract/keys';
import { describe, expect, it } from 'vitest';
import { lastDays, summarizeUsage } from './summarize-usage.ts';

const entry = (changes: Partial<KeyUsage>): KeyUsage => ({
  day: '2098-03-02',
  key_id: 'KEYA0001',
  prefix: 'll_live_KEYA0001',
  endpoint: 'GET /usage',
  status: '2xx',
  count: 1,
  ...changes,
});

describe('the usage of keys', () => {
  it('the usage is by days in UTC, today last', () => {
    expect(lastDays(3, new Date('2098-03-01T23:59:00.000Z'))).toEqual(['2098-02-27', '2098-02-28', '2098-03-01']);
  });

  it('the usage is summed by key, endpoint and day, with refused and failed calls', () => {
    const log = [
      entry({ count: 5 }),
      entry({ day: '2098-03-01', count: 2 }),
      entry({ endpoint: 'GET /table/people', count: 30 }),
      entry({ endpoint: 'GET /table/people', status: '3xx', count: 4 }),
      entry({ endpoint: 'GET /table/people', status: '4xx', count: 3 }),
      entry({ endpoint: 'GET /table/people', status: '5xx', count: 1 }),
      entry({ key_id: 'KEYB0002', prefix: 'll_test_KEYB0002', count: 100 }),
      entry({ day: '2098-02-01', count: 1000 }),
    ];
    expect(summarizeUsage(log, ['2098-03-01', '2098-03-02'])).toEqual([
      {
        keyId: 'KEYB0002',
        prefix: 'll_test_KEYB0002',
        calls: 100,
        refused: 0,
        failed: 0,
        endpoints: [{ endpoint: 'GET /usage', calls: 100, refused: 0, failed: 0 }],
        daily: [0, 100],
      },
      {
        keyId: 'KEYA0001',
        prefix: 'll_live_KEYA0001',
        calls: 45,
        refused: 3,
        failed: 1,
        endpoints: [
          { endpoint: 'GET /table/people', calls: 38, refused: 3, failed: 1 },
          { endpoint: 'GET /usage', calls: 7, refused: 0, failed: 0 },
        ],
        daily: [2, 43],
      },
    ]);
  });

  it('there is no usage if no key called', () => {
    expect(summarizeUsage([], ['2098-03-01'])).toEqual([]);
  });
});
