/** The one database handle: Drizzle over a pg pool. Raw SQL goes through Drizzle's `sql`. */
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import type { Pool } from 'pg';

export type Database = NodePgDatabase & { readonly $client: Pool };
