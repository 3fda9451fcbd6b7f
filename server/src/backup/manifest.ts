/**
 * What a backup says about itself: its header has what is needed to load it, the manifest at its end proves that it is
 * complete.
 */
import { z } from 'zod';

export const FORMAT = 1;
/** The first entry. */
export const HEADER_NAME = 'leadloom-backup.json';
/** The last entry. A file without it is incomplete. */
export const MANIFEST_NAME = 'manifest.json';
export const TABLES_FOLDER = 'tables/';
export const DATA_DIR_FOLDER = 'data-dir/';

const tableSchema = z.object({ name: z.string(), columns: z.array(z.string()) });

export const headerSchema = z.object({
  format: z.literal(FORMAT),
  createdAt: z.iso.datetime(),
  /**
   * The migrations that the database has had, oldest first: the hash of each file and when it was made, in milliseconds
   * since 1970.
   */
  migrations: z.array(z.object({ hash: z.string(), createdAt: z.number() })).min(1),
  tables: z.array(tableSchema),
  /** What `separators_checked_from` answers, as a text of the database; absent in backups of earlier versions. */
  separatorsCheckedFrom: z
    .string()
    .regex(/^(?:-infinity|[0-9: .+-]+)$/)
    .optional(),
});

export const manifestSchema = z.object({
  /** Bytes and SHA-256 of each entry, by its name. */
  entries: z.record(z.string(), z.object({ bytes: z.number(), sha256: z.string() })),
  /** Rows and checksum of each table, by its name. The checksum does not depend on the order of the rows. */
  tables: z.record(z.string(), z.object({ rows: z.number(), checksum: z.string() })),
  /** The last value used of each sequence, by its name; sequences that were never used are absent. */
  sequences: z.record(z.string(), z.string()),
});

export type BackupHeader = z.infer<typeof headerSchema>;
export type BackupManifest = z.infer<typeof manifestSchema>;
export type BackupTable = z.infer<typeof tableSchema>;
export type TableSum = BackupManifest['tables'][string];
