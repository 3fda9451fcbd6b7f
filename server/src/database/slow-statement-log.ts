/** Logs slow statements and counts them for Prometheus. */
import { Counter, Registry } from 'prom-client';
import type { SlowStatement } from './slow-statements.ts';

export interface SlowStatementLog {
  readonly registry: Registry;
  note(statement: SlowStatement): void;
}

export function createSlowStatementLog(log: { warn(fields: SlowStatement, message: string): void }): SlowStatementLog {
  const registry = new Registry();
  const count = new Counter({
    name: 'database_slow_statements_total',
    help: 'Statements that took half a second or longer',
    registers: [registry],
  });
  return {
    registry,
    note(statement) {
      count.inc();
      log.warn(statement, 'slow statement');
    },
  };
}
