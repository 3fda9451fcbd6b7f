import { companies } from '@leadloom/shared/tables/companies';
import { sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import { describe, expect, it } from 'vitest';
import { type ColumnReading, type ColumnStore, ColumnStoreFailed, type EngineCell } from '../../../column-store/column-store.ts';
import { countInEngine } from './engine-total.ts';

/** Nothing that is asked here reads a text in the database, so it is never connected to. */
const database = drizzle('postgres://nobody@127.0.0.1:9/nothing');

/** A store whose engine answers every statement with the same rows. */
function storeThatAnswers(rows: readonly (readonly EngineCell[])[]): ColumnStore {
  const reading: ColumnReading = {
    versionOf: () => 7,
    tableOf: () => sql`companies`,
    isVisible: () => sql`1`,
    wordsBeginning: () => sql`select ''`,
    rows: async () => rows,
    stream: async function* () {
      yield rows;
    },
  };
  return { read: (_kind, _definitions, read) => read(reading) };
}

describe('an answer of the column store that is not what was asked for', () => {
  it('a total is read as a number', async () => {
    expect(await countInEngine(storeThatAnswers([['12']]), database, companies, {})).toEqual({ total: 12, version: 7 });
  });

  it.each([[[]], [[[]]], [[['many']]], [[[null]]], [[['12'], ['13']]]])('%j is a failure of the column store', async (rows) => {
    const counted = countInEngine(storeThatAnswers(rows), database, companies, {});
    await expect(counted).rejects.toBeInstanceOf(ColumnStoreFailed);
  });
});
