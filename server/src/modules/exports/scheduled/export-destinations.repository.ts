/** Where the files of scheduled exports are sent. */
import type { DeliveryMode, DestinationKind } from '@leadloom/shared/contract/destinations';
import { and, asc, eq, inArray } from 'drizzle-orm';
import type { Connection } from '../../../database/database.ts';
import type { WorkspaceId } from '../../../http/workspace-id.ts';
import { destinations, scheduledExportDestinations } from '../../../schema/destinations.table.ts';

export interface ExportDestination {
  readonly destinationId: string;
  readonly kind: DestinationKind;
  readonly mode: DeliveryMode;
}

/** Of several exports, in the order in which their owners named them. */
export async function listDestinations(
  connection: Connection,
  exportIds: readonly number[],
): Promise<ReadonlyMap<number, readonly ExportDestination[]>> {
  if (exportIds.length === 0) return new Map();
  const { exportId, destinationId, mode, place } = scheduledExportDestinations;
  const found = await connection
    .select({ exportId, destinationId, mode, kind: destinations.kind })
    .from(scheduledExportDestinations)
    .innerJoin(destinations, eq(destinations.id, destinationId))
    .where(inArray(exportId, [...exportIds]))
    .orderBy(asc(exportId), asc(place));
  return Map.groupBy(found, (one) => one.exportId);
}

/** Those of the destinations that the workspace has, with their kinds. They cannot be deleted until the transaction ends. */
export async function lockKinds(
  transaction: Connection,
  workspaceId: WorkspaceId,
  ids: readonly string[],
): Promise<ReadonlyMap<string, DestinationKind>> {
  if (ids.length === 0) return new Map();
  const found = await transaction
    .select({ id: destinations.id, kind: destinations.kind })
    .from(destinations)
    .where(and(eq(destinations.workspaceId, workspaceId), inArray(destinations.id, [...ids])))
    .orderBy(destinations.id)
    .for('key share');
  return new Map(found.map(({ id, kind }) => [id, kind]));
}

/** Puts the destinations of an export in place of those it had. */
export async function replaceDestinations(
  transaction: Connection,
  exportId: number,
  chosen: readonly Omit<ExportDestination, 'kind'>[],
): Promise<void> {
  await transaction.delete(scheduledExportDestinations).where(eq(scheduledExportDestinations.exportId, exportId));
  if (chosen.length === 0) return;
  const rows = chosen.map(({ destinationId, mode }, place) => ({ exportId, destinationId, mode, place }));
  await transaction.insert(scheduledExportDestinations).values(rows);
}
