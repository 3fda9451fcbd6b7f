import { describe, expect, it } from 'vitest';
import { isBlocked, startFailure } from './start-failure.ts';

const at = (text: string) => `2026-11-26 05:39:40.123 UTC [4711] ${text}`;
const BLOCK = 'pre-existing shared memory block (key 4400249, ID 2818071) is still in use';

describe('why a database did not start', () => {
  it.each([
    ['the only complaint', [at('FATAL:  could not open directory "pg_wal"')], 'could not open directory "pg_wal"'],
    ['a missing library', ['postgres: error while loading libssl.so.3'], 'postgres: error while loading libssl.so.3'],
    ['no complaint', [at('LOG:  starting PostgreSQL 18.4')], null],
  ])('%s is read', (_, lines, wanted) => {
    expect(startFailure(lines.join('\n'))).toBe(wanted);
  });

  it('what ending sessions of a killed database say is not taken for the reason', () => {
    const log = [
      at('LOG:  could not send data to client: Broken pipe'),
      at('FATAL:  connection to client lost'),
      at(`FATAL:  ${BLOCK}`),
      at('FATAL:  terminating connection due to unexpected postmaster exit'),
    ].join('\n');
    expect(startFailure(log)).toBe(BLOCK);
    expect(isBlocked(BLOCK)).toBe(true);
  });
});
