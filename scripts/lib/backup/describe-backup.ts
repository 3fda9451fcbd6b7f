/** How the commands describe a backup, and its passphrase. */
import type { WholeBackup } from '../../../server/src/backup/read-backup.ts';

/** Describes a backup in one sentence: its time, and how much it contains. */
export function describeBackup({ header, manifest }: WholeBackup): string {
  const tables = Object.values(manifest.tables);
  const rows = tables.reduce((sum, table) => sum + table.rows, 0);
  return `It is of ${header.createdAt} and holds ${rows.toLocaleString('en-GB')} rows in ${tables.length} tables.`;
}

/** The passphrase; null: backups are not encrypted. */
export function readPassphrase(): string | null {
  return process.env.BACKUP_PASSPHRASE || null;
}
