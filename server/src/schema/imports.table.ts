/**
 * The imports of files into the data tables, and their undoing. A row of a data table is of the import in whose range its
 * `changed_in` is: writers of a table hold its lock from their first number to their commit.
 */
import { openSourceIds } from '@leadloom/shared/contract/open-source-ids';
import { type AnyPgColumn, bigint, boolean, index, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { bytes, time } from '../database/columns.ts';
import { accounts } from './accounts.table.ts';

export const imports = pgTable(
  'imports',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    /** The table's name in the database. */
    tableName: text('table_name').notNull(),
    fileName: text('file_name').notNull(),
    /** `account`, `command`, `token` or `source`. */
    startedBy: text('started_by').notNull(),
    /** The operator's account; null: none, or it was deleted. */
    operatorId: bigint('operator_id', { mode: 'number' }).references(() => accounts.id, { onDelete: 'set null' }),
    /** The open source whose run it is a part of. */
    openSource: text('open_source', { enum: openSourceIds }),
    options: jsonb('options').notNull(),
    isDryRun: boolean('is_dry_run').notNull().default(false),
    /** The kept file that it loads: if its process ends, it goes on. null: its file is not kept, and it fails. */
    uploadId: uuid('upload_id'),
    /** How many processes have worked on it. */
    starts: integer('starts').notNull().default(1),
    /** The import that this one undoes; null: it loads a file. */
    undoes: uuid('undoes').references((): AnyPgColumn => imports.id, { onDelete: 'cascade' }),
    /** `running`, `done`, `failed` or `undone`. Set to `done` in the transaction of the rows. */
    state: text('state').notNull().default('running'),
    startedAt: time('started_at').notNull(),
    finishedAt: time('finished_at'),
    /** A running import that passed this time has lost its process, and nothing is loaded. */
    leaseUntil: time('lease_until').notNull(),
    isStopRequested: boolean('is_stop_requested').notNull().default(false),
    rowsRead: bigint('rows_read', { mode: 'number' }).notNull().default(0),
    /** The numbers that its changes of the table got; null: it has changed nothing. */
    firstVersion: bigint('first_version', { mode: 'number' }),
    lastVersion: bigint('last_version', { mode: 'number' }),
    added: bigint('added', { mode: 'number' }).notNull().default(0),
    changed: bigint('changed', { mode: 'number' }).notNull().default(0),
    refused: bigint('refused', { mode: 'number' }).notNull().default(0),
    /** For an import: its report. For an undo: what it did. */
    report: jsonb('report'),
    /** Why it failed, in a sentence. */
    problem: text('problem'),
  },
  (table) => [
    index('imports_started').on(table.startedAt, table.id),
    index('imports_versions').on(table.tableName, table.lastVersion),
    index('imports_undoes').on(table.undoes),
  ],
);

/** The files that imports leave, for as long as they can be undone: refused rows, and rows folded into others. */
export const importFiles = pgTable(
  'import_files',
  {
    importId: uuid('import_id')
      .notNull()
      .references(() => imports.id, { onDelete: 'cascade' }),
    /** `rejects` or `folded`. */
    kind: text('kind').notNull(),
    part: integer('part').notNull(),
    fileName: text('file_name').notNull(),
    /** Bytes of gzip; all parts one after the other are the file. */
    bytes: bytes('bytes').notNull(),
  },
  (table) => [primaryKey({ columns: [table.importId, table.kind, table.part] })],
);
