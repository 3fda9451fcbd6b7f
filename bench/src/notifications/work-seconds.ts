/** Processor time of the server and its database, for figures that a busy machine does not change. */
import { databaseSeconds, processorSeconds } from '../processes.ts';
import { readPostmaster } from '../tables/server/postmaster.ts';
import type { Stage } from '../tables/server/stage.ts';

export interface WorkSeconds {
  readonly server: number;
  readonly database: number;
}

/** @returns what both used while `work` was going on, in seconds */
export async function workSeconds({ server, directory }: Stage, work: () => Promise<unknown>): Promise<WorkSeconds> {
  const postmaster = await readPostmaster(directory);
  const read = async () => ({ server: await processorSeconds(server.pid), database: await databaseSeconds(postmaster) });
  const before = await read();
  await work();
  const after = await read();
  return { server: after.server - before.server, database: after.database - before.database };
}

export function describeSeconds({ server, database }: WorkSeconds): string {
  return `processor time ${server.toFixed(1)} s of the server and ${database.toFixed(1)} s of the database`;
}
