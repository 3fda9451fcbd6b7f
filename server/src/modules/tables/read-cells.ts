/** Runs a statement and reads the cells of every row as the database writes them. */
import type { SQL } from 'drizzle-orm';
import { PgDialect } from 'drizzle-orm/pg-core';
import type { Database } from '../../database/database.ts';
import type { RawCell } from './list/write-row.ts';

export interface Query {
  readonly text: string;
  readonly values: unknown[];
  /** The statement is prepared under this name, once per connection. */
  readonly name?: string;
}

const dialect = new PgDialect();
/** Leaves cells as the database writes them. */
export const asWritten = { getTypeParser: () => (text: string) => text };

export async function readCells(database: Database, statement: Query | SQL): Promise<RawCell[][]> {
  const query = 'text' in statement ? statement : toQuery(statement);
  const { rows } = await database.$client.query<RawCell[]>({ ...query, rowMode: 'array', types: asWritten });
  return rows;
}

export function toQuery(statement: SQL): Query {
  const { sql: text, params } = dialect.sqlToQuery(statement);
  return { text, values: params };
}
