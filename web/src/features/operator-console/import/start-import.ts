/** Starts an import of the draft, or a dry run of it. */
import { startImport } from '@leadloom/shared/contract/import-uploads';
import type { TableName } from '@leadloom/shared/tables/tables';
import { call } from '../../../lib/api-client/call.ts';
import { type ImportDraft, optionsOf } from './import-draft.ts';

interface Order {
  readonly uploadId: string;
  readonly draft: ImportDraft;
  readonly table: TableName;
  readonly isDryRun: boolean;
}

/** @returns the id of the import @throws {ApiError} */
export async function startDraft({ uploadId, draft, table, isDryRun }: Order): Promise<string> {
  const body = { ...optionsOf(draft), table, dry_run: isDryRun };
  return (await call(startImport, { params: { upload_id: uploadId }, body })).id;
}
