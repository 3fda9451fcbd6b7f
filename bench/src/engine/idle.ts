/** The time of a second start, and the memory of an idle server with its sample data. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { findFreePort } from '@leadloom/server/testing/loopback';
import { type ServerProcess, startServerProcess } from '@leadloom/server/testing/server-process';
import { makeTemporaryDirectory, removeDirectory } from '@leadloom/server/testing/temporary-directory';
import { databaseMemory, kilobytes } from '../processes.ts';
import { atMost, type Report } from '../tables/report.ts';

const RESIDENT_GOAL = atMost(200, 'MB');
const START_GOAL = atMost(3_000, 'ms');
const STARTS = 5;
/** Everything that follows a start is over by then. */
const REST_SECONDS = 60;
const KILOBYTES_PER_MEGABYTE = 1024;

export async function measureIdle(report: Report): Promise<void> {
  const dataDir = await makeTemporaryDirectory('idle');
  const start = async (): Promise<ServerProcess> => {
    const server = startServerProcess({ DATA_DIR: dataDir, PORT: String(await findFreePort()), SAMPLE_DATA: 'on' });
    try {
      await server.ready();
      return server;
    } catch (error) {
      await server.end('SIGKILL');
      throw error;
    }
  };
  try {
    await (await start()).end('SIGTERM');
    const times: number[] = [];
    for (let round = 0; round < STARTS; round += 1) {
      const server = await start();
      times.push(readyAfter(server.output()));
      try {
        if (round === STARTS - 1) await measureMemory(server, dataDir, report);
      } finally {
        await server.end('SIGTERM');
      }
    }
    times.sort((one, other) => one - other);
    const median = times[Math.floor(times.length / 2)] ?? Number.NaN;
    report.judge(
      `a second start is ready after ${median} ms (${times[0]} to ${times.at(-1)}, ${STARTS} starts)`,
      median,
      START_GOAL,
    );
  } finally {
    await removeDirectory(dataDir);
  }
}

async function measureMemory(server: ServerProcess, dataDir: string, report: Report): Promise<void> {
  report.note(`waiting ${REST_SECONDS} s at rest`);
  await sleep(REST_SECONDS * 1_000);
  const { pid = 0 } = server.process;
  const resident = (await kilobytes(pid, 'status', 'VmRSS')) / KILOBYTES_PER_MEGABYTE;
  const postmaster = Number.parseInt(await readFile(join(dataDir, 'postgres/cluster/postmaster.pid'), 'utf8'), 10);
  const { own, shared } = await databaseMemory(postmaster);
  const database = (own + shared) / KILOBYTES_PER_MEGABYTE;
  report.judge(`an idle server holds ${resident.toFixed(0)} MB`, resident, RESIDENT_GOAL);
  report.record(`its embedded database holds ${database.toFixed(0)} MB more`);
}

/** Milliseconds from the start of Node, as the server logs them. @param output with lines of the level `info` */
export function readyAfter(output: string): number {
  const found = /"milliseconds":(\d+),"msg":"ready"/.exec(output)?.[1];
  if (found === undefined) throw new Error(`the server did not say when it was ready: ${output}`);
  return Number(found);
}
