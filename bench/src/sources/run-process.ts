/** The process that runs one source, so that its memory and its processor time are its own. */
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { connect } from '@leadloom/server/database/connect';
import { loadOpenRecords } from '@leadloom/server/modules/imports/open-records.service';
import { createOpenHttp } from '@leadloom/server/open-sources/download/open-http';
import type { OpenLoad, OpenSourceRun, VisitedRow } from '@leadloom/server/open-sources/open-source';
import { openSources } from '@leadloom/server/open-sources/sources';
import { tableByName } from '@leadloom/shared/tables/tables';
import { sql } from 'drizzle-orm';
import type { RanSource, SourceToRun } from './run-source.ts';

const WATCH_MILLISECONDS = 20;
const MEBIBYTE = 1024 * 1024;

async function run({ id, login, origin, dataDir, steps, websites }: SourceToRun): Promise<RanSource> {
  const source = openSources.find(({ manifest }) => manifest.id === id);
  if (source === undefined) throw new Error(`there is no source ${id}`);
  const { manifest } = source;
  const { signal } = new AbortController();
  const database = connect(login, { onIdleError: () => undefined, poolSize: 4 });
  const http = createOpenHttp({
    manifest,
    contact: 'bench@leads.example',
    standIn: origin,
    version: '0.0.0',
    dataDir,
    pace: createPace(manifest.requestsPerSecond),
    signal,
  });
  const rows: Record<string, number> = {};
  const store = async (weighed: Pick<typeof manifest, 'id' | 'weight'>, load: OpenLoad) => {
    const { added } = await loadOpenRecords(
      { database, direct: database },
      {
        definition: tableByName(load.table),
        source: weighed,
        title: 'bench',
        load,
        now: new Date(),
        suppressionKey: Buffer.alloc(32),
        signal,
        onLoaded: async () => undefined,
      },
    );
    rows[load.table] = (rows[load.table] ?? 0) + added;
  };
  if (websites.length > 0) await store({ id: 'no-brreg', weight: 'register' }, companiesWith(websites));
  let after = 0;
  const opened: OpenSourceRun = {
    ...http,
    options: new Set(),
    now: () => new Date(),
    signal,
    dueRows: async (limit) => {
      const due = await database.execute<{ id: string; key: string; name: string; website: string }>(
        sql`select id, canonical_key as key, name, website from companies where id > ${after} order by id limit ${limit}`,
      );
      const found = due.rows.map((row): VisitedRow => ({ ...row, table: 'companies', id: Number(row.id) }));
      after = found.at(-1)?.id ?? after;
      return found;
    },
    dueBoards: async () => [],
    noteBoards: async () => undefined,
  };
  let peak = 0;
  const start = process.memoryUsage.rss();
  const watch = setInterval(() => {
    peak = Math.max(peak, process.memoryUsage.rss());
  }, WATCH_MILLISECONDS);
  const used = process.cpuUsage();
  const began = performance.now();
  let stored = 0;
  for await (const step of source.read(null, opened)) {
    for (const load of step.loads) await store(manifest, load);
    stored += 1;
    if (stored === steps) break;
  }
  const milliseconds = performance.now() - began;
  const { user, system } = process.cpuUsage(used);
  clearInterval(watch);
  await http.close();
  await database.$client.end();
  return { milliseconds, rows, moreMegabytes: (peak - start) / MEBIBYTE, processorSeconds: (user + system) / 1e6 };
}

/** Turns of each host, as the server hands them out. */
function createPace(requestsPerSecond: number) {
  const nextAt = new Map<string, number>();
  return async (host: string) => {
    const now = performance.now();
    const at = Math.max(now, nextAt.get(host) ?? 0);
    nextAt.set(host, at + 1_000 / requestsPerSecond);
    if (at > now) await wait(at - now);
  };
}

function companiesWith(websites: readonly string[]): OpenLoad {
  return {
    table: 'companies',
    fields: ['name', 'website'],
    records: async function* () {
      for (const [index, website] of websites.entries())
        yield { cells: { name: `Canal Works ${index}`, website }, url: website, asOf: '2026-11-28' };
    },
  };
}

// The parent process has ended.
process.once('disconnect', () => process.exit());
const [asked]: SourceToRun[] = await once(process, 'message');
if (asked !== undefined) process.send?.(await run(asked));
