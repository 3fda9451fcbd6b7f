/** Which destinations a scheduled export may name, and what they need of its files. */
import { fileDestinationKinds } from '@leadloom/shared/contract/destinations';
import type { ExportFormat } from '@leadloom/shared/contract/scheduled-exports';
import type { Connection } from '../../../database/database.ts';
import { AppError } from '../../../http/app-error.ts';
import type { WorkspaceId } from '../../../http/workspace-id.ts';
import { type ExportDestination, lockKinds } from './export-destinations.repository.ts';

interface ChosenFile {
  readonly format: ExportFormat;
  readonly isGzip: boolean;
}

/**
 * The destinations with their kinds, locked until the transaction ends.
 * @throws {AppError} DESTINATION.NOT_FOUND, DESTINATION.WRONG_KIND, DESTINATION.FORMAT
 */
export async function requireDestinations(
  transaction: Connection,
  workspaceId: WorkspaceId,
  chosen: readonly Omit<ExportDestination, 'kind'>[],
  file: ChosenFile,
): Promise<readonly ExportDestination[]> {
  const kinds = await lockKinds(
    transaction,
    workspaceId,
    chosen.map(({ destinationId }) => destinationId),
  );
  const found = chosen.map((one) => {
    const kind = kinds.get(one.destinationId);
    if (kind === undefined) throw new AppError('DESTINATION.NOT_FOUND');
    if (!fileDestinationKinds.some((each) => each === kind)) throw new AppError('DESTINATION.WRONG_KIND');
    return { ...one, kind };
  });
  const isReadable = !file.isGzip && (file.format === 'csv' || file.format === 'jsonl');
  if (needsRows(found) && !isReadable) throw new AppError('DESTINATION.FORMAT');
  return found;
}

/** Whether rows of the file are read again, which needs their ids. */
export function needsRows(chosen: readonly ExportDestination[]): boolean {
  return chosen.some(({ kind, mode }) => kind === 'google-sheets' || mode === 'changes');
}
