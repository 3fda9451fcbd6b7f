import { type SQL, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';
import { readTsquery, type TsqueryTree } from './tsquery-tree.ts';

const word = (text: string): TsqueryTree => ({ kind: 'word', word: text, isBeginning: false });
const beginning = (text: string): TsqueryTree => ({ kind: 'word', word: text, isBeginning: true });

describe('a query of words', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer();
  });
  afterAll(() => server.close());

  async function written(query: SQL): Promise<string> {
    const { rows } = await server.database.execute<{ written: string }>(sql`select (${query})::text as written`);
    return rows[0]?.written ?? '';
  }

  it('keeps words with quotation marks, backslashes and signs of operators', async () => {
    for (const odd of ["it's", "''", '\\', "\\'", 'a & b', '(c|d)', '!x:*', 'c++', 'AT&T', 'ß\u00a0é', "o\\\\'o", '日本']) {
      const quoted = `'${odd.replace(/['\\\\]/g, '$&$&')}'`;
      expect(readTsquery(await written(sql`${quoted}::tsquery`)), odd).toEqual(word(odd));
      expect(readTsquery(await written(sql`${`${quoted}:*`}::tsquery`)), odd).toEqual(beginning(odd));
    }
  });

  it('reads what binds closer first', async () => {
    expect(readTsquery(await written(sql`$$'a' & 'b' | !'c':* & ('d' | !('e' & 'f'))$$::tsquery`))).toEqual({
      kind: 'or',
      of: [
        { kind: 'and', of: [word('a'), word('b')] },
        {
          kind: 'and',
          of: [
            { kind: 'not', of: beginning('c') },
            { kind: 'or', of: [word('d'), { kind: 'not', of: { kind: 'and', of: [word('e'), word('f')] } }] },
          ],
        },
      ],
    });
  });

  it('reads what searches make', async () => {
    expect(readTsquery(await written(sql`scoped_query('', 'Müller AT&T')`))).toEqual({
      kind: 'or',
      of: [
        { kind: 'and', of: [beginning('at&t'), beginning('muller')] },
        { kind: 'and', of: [beginning('at&t'), beginning('mueller')] },
      ],
    });
  });

  it('reads nothing into what it does not know', async () => {
    for (const query of [`'a' <-> 'b'`, `'a':A`, `'a':*B`, `'a' <2> 'b'`])
      expect(readTsquery(await written(sql`${query}::tsquery`)), query).toBeNull();
    for (const odd of ['', 'a', "'a", "('a'", "'a' &", "'a' 'b'", "'a')"]) expect(readTsquery(odd), odd).toBeNull();
  });
});
