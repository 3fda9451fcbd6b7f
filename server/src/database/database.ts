/** The one database handle: Drizzle over a pg pool. Raw SQL goes through Drizzle's `sql`. */
import type { NodePgDatabase, NodePgQueryResultHKT } from 'drizzle-orm/node-postgres';
import type { PgDatabase } from 'drizzle-orm/pg-core';
import type { Pool } from 'pg';

export type Database = NodePgDatabase & { readonly $client: Pool };

/** The pool, or a transaction. */
export type Connection = PgDatabase<NodePgQueryResultHKT>;

/** What `transaction` hands to its callback. */
export type Transaction = Parameters<Parameters<NodePgDatabase['transaction']>[0]>[0];
