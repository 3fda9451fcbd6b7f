/** What operators have done. Triggers refuse every change of a line, and its removal. */
import { bigint, index, pgTable, text } from 'drizzle-orm/pg-core';
import { time } from '../database/columns.ts';

export const operatorAudit = pgTable(
  'operator_audit',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    at: time('at').notNull(),
    /** The operator's email at that time: lines outlive accounts. */
    by: text('by').notNull(),
    action: text('action').notNull(),
    target: text('target'),
    /** The operator's IP address; null: the command line. */
    address: text('address'),
    detail: text('detail'),
  },
  (table) => [index('operator_audit_time').on(table.at, table.id)],
);
