/** Names that an account tracks, for other modules. */
import type { NetworkName } from '@leadloom/shared/contract/sources';
import type { Database } from '../../database/database.ts';
import type { WorkspaceId } from '../../http/workspace-id.ts';
import { readName } from './read-names.ts';
import { listTracked } from './tracking.repository.ts';

/** The name as it is shown; null: the account does not track it. */
export async function findTrackedName(
  database: Database,
  workspaceId: WorkspaceId,
  { network, name }: { readonly network: NetworkName; readonly name: string },
): Promise<string | null> {
  const wanted = readName(network, name);
  if (wanted === null) return null;
  const tracked = await listTracked(database, workspaceId, network);
  return tracked.find(({ key }) => key === wanted.key)?.displayName ?? null;
}
