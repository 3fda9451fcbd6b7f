/**
 * The first start of a server creates its database, tables and sample rows. It takes longest and is the same for every
 * journey, so it is done once before the journeys, and each journey's server starts with a copy.
 */
import { rm } from 'node:fs/promises';
import { FIRST_START_SETTING, startLeadloom } from './leadloom-process.ts';

/** @returns what is to be done after the journeys */
export default async function prepareFirstStart(): Promise<() => Promise<void>> {
  const { dataDir, stop } = await startLeadloom('http://localhost');
  await stop({ keepsData: true });
  process.env[FIRST_START_SETTING] = dataDir;
  return () => rm(dataDir, { recursive: true, force: true });
}
