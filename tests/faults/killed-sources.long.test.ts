import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { findFreePort } from '@leadloom/server/testing/loopback';
import { type ServerProcess, startServerProcess } from '@leadloom/server/testing/server-process';
import { startTestServer, type TestServer } from '@leadloom/server/testing/test-server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { tell } from '../security/testing/security.fixture.ts';
import { startBrregStandIn } from '../src/stand-ins/brreg/server.ts';
import { sampleUnit } from '../src/stand-ins/brreg/units.ts';
import { createSourceCounts } from './kill-sources.ts';

const UNITS = 3_000;
const CHANGED = 200;
const counts = createSourceCounts();

describe('the process of a server that reads an open source, killed repeatedly', { timeout: 300_000 }, () => {
  let judge: TestServer;
  beforeAll(async () => {
    judge = await startTestServer({ doesJobs: false });
  });
  afterAll(async () => {
    tell('runs of open sources, processes killed', counts);
    await judge.close();
  });

  it('every row is stored once, and the run ends behind the last change', async () => {
    const brreg = await startBrregStandIn();
    const dataDir = await mkdtemp(join(tmpdir(), 'leadloom-sources-'));
    const unit = (index: number, changed: object = {}) => {
      const number = String(910_000_000 + index);
      const site = { hjemmeside: `www.unit${index}.example`, epostadresse: `post@unit${index}.example` };
      return sampleUnit({ organisasjonsnummer: number, navn: `UNIT ${index} AS`, ...site, ...changed });
    };
    brreg.remove('900000001');
    for (let index = 0; index < UNITS; index += 1) brreg.put(unit(index));
    brreg.makeFile();
    for (let index = 0; index < CHANGED; index += 1) brreg.change(unit(index, { antallAnsatte: 77 }));
    const query = async (statement: string) => (await judge.database.$client.query(statement)).rows;
    const rows = async () => Number((await query('select count(*)::int as count from companies'))[0]?.count);
    const stored = async () => (await query('select checkpoint, error, succeeded_at, lease_token from open_sources'))[0];
    const start = async (): Promise<ServerProcess> =>
      startServerProcess({
        ...{ DATABASE_URL: judge.databaseUrl, DATA_DIR: dataDir, PORT: String(await findFreePort()), LOG_LEVEL: 'warn' },
        ...brreg.environment,
      });
    await query(`insert into open_sources (id, is_on, next_run_at) values ('no-brreg', true, now())`);
    let server = await start();
    try {
      // While the file is asked for, read, staged and stored, and while changes are.
      for (const delay of [0, 60, 200, 500, 900, 1_500]) {
        const asked = brreg.requests.length;
        await expect
          .poll(async () => brreg.requests.length > asked || (await stored())?.succeeded_at !== null, {
            timeout: 60_000,
            interval: 2,
          })
          .toBe(true);
        await sleep(delay);
        server.process.kill('SIGKILL');
        await once(server.process, 'close').catch(() => undefined);
        counts['kill points'] += 1;
        await query(`update open_sources set lease_until = now(), next_run_at = now()`);
        server = await start();
      }
      await expect.poll(async () => (await stored())?.succeeded_at, { timeout: 120_000, interval: 100 }).not.toBeNull();
      await expect.poll(async () => (await stored())?.lease_token, { timeout: 60_000, interval: 100 }).toBeNull();
      const [found] = await query(`select count(*)::int as rows, count(distinct registry_id)::int as things,
        (select row_count::int from table_versions where table_name = 'companies') as counted,
        (select sum(added)::int from imports where state = 'done') as added,
        count(*) filter (where employee_count = 77)::int as changed from companies`);
      counts['rows lost'] += UNITS - Number(found?.things);
      counts['rows doubled'] += (await rows()) - Number(found?.things);
      expect(found).toEqual({ rows: UNITS, things: UNITS, counted: UNITS, added: UNITS, changed: CHANGED });
      expect(await stored()).toMatchObject({ error: null });
    } finally {
      await server.end('SIGTERM');
      await Promise.all([brreg.close(), rm(dataDir, { recursive: true, force: true })]);
    }
  });
});
