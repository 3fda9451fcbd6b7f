/**
 * What a server does at its first start, its database, tables and sample rows, takes longest and is the same for every
 * journey. Playwright has it done here before the journeys, and each journey's server begins with a copy.
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
