/** The process of the database server of a benchmark. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** @param directory of the cluster @returns the process id of its postmaster */
export async function readPostmaster(directory: string): Promise<number> {
  return Number.parseInt(await readFile(join(directory, 'postgres/cluster/postmaster.pid'), 'utf8'), 10);
}
