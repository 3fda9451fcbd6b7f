/** Options that all uses of the queue's library have in common: where its tables are, and that it does nothing by itself. */
import type pg from 'pg';
import type { ConstructorOptions } from 'pg-boss';

/** The schema of the queue's tables. The library makes and migrates it; a backup does not contain it. */
export const QUEUE_SCHEMA = 'pgboss';

/**
 * @param client our own pool or connection. Nothing is kept in a session, so a pooler between may give each statement
 * another one
 */
export function bossOptions(client: pg.Pool | pg.ClientBase) {
  return {
    db: { executeSql: async (text: string, values?: unknown[]) => client.query(text, values) },
    schema: QUEUE_SCHEMA,
    supervise: false,
    schedule: false,
    registerInstance: false,
    openTelemetry: { enabled: false },
  } as const satisfies ConstructorOptions;
}
