/**
 * Lists, totals and counts filtered by what the account's CRM has: 200,000 records, three quarters of which belong to companies,
 * by their domain or because the row was pushed.
 */
import { randomUUID } from 'node:crypto';
import { personalWorkspaceOf } from '@leadloom/server/http/workspace-id';
import { createRowList } from '@leadloom/shared/contract/my-row-changes';
import { z } from 'zod';
import { crmSets, type FilterSet, filterParameters } from '../dataset/company-queries.ts';
import { openConnection, RefusedError } from '../load/keep-alive-connection.ts';
import { atMost, type Report } from '../report.ts';
import { withClient } from '../server/cluster.ts';
import type { Stage } from '../server/stage.ts';
import { milliseconds, quantile } from '../statistics.ts';
import { reportFilterSets } from './list-part.ts';
import { reportTotalsOf } from './totals-part.ts';

const RECORDS = 200_000;
/** Records of companies that the table does not have. */
const UNKNOWN = 50_000;
/** Milliseconds of the p95 for a million rows, as of questions across tables. */
const TOTALS_GOAL = 300;
const FACETS_GOAL = 300;
const MILLION = 1_000_000;

const ownersSchema = z.tuple([z.object({ account: z.coerce.number().transform(personalWorkspaceOf) })]);

export async function reportCrm(report: Report, stage: Stage): Promise<void> {
  const authorization = await stage.server.signIn();
  const known = Math.min(RECORDS - UNKNOWN, Math.round(stage.rows * 0.15));
  report.note(`${(known + UNKNOWN).toLocaleString('en')} records in a CRM, ${known.toLocaleString('en')} of them of companies`);
  const workspaceId = await addRecords(stage, authorization, known);
  await reportFilterSets(report, stage, crmSets, { authorization, workspaceId });
  await reportTotalsOf(report, stage, crmSets, workspaceId, () => TOTALS_GOAL);
  await reportFacets(report, stage, authorization);
}

/** @param known how many records belong to companies @returns the workspace that signed in */
async function addRecords(stage: Stage, authorization: string, known: number) {
  const response = await fetch(`${stage.server.url}/api/v1${createRowList.path}`, {
    method: 'POST',
    headers: { authorization, 'content-type': 'application/json' },
    body: JSON.stringify({ name: `Pushed ${randomUUID()}`, table: 'companies' }),
  });
  const { id } = createRowList.success.body.parse(await response.json());
  return withClient(stage.login, async (client) => {
    await client.query('set statement_timeout = 0');
    const { rows } = await client.query('select account_id as account from row_lists where id = $1', [id]);
    const [{ account }] = ownersSchema.parse(rows);
    await client.query('delete from destinations where account_id = $1', [account]);
    const destination = randomUUID();
    await client.query(
      `insert into destinations (id, account_id, kind, name, settings, secret, created_at, read_at)
       values ($1, $2, 'hubspot', 'CRM', '{}', '', now(), now() - interval '1 minute')`,
      [destination, account],
    );
    // Every tenth was pushed as a row, the others are found by their domain.
    await client.query(
      `insert into crm_records (destination_id, account_id, record_id, object, key, owner, stage, table_name, row_id, read_at)
       select $1, $2, 'known-' || n, 'companies', case when n % 10 > 0 then website_domain end,
         'Owner ' || n % 20, 'Stage ' || n % 7, case when n % 10 = 0 then 'companies' end, case when n % 10 = 0 then id end, now()
       from (select id, website_domain, row_number() over (order by random()) as n from companies where website_domain is not null
         order by n limit $3) chosen`,
      [destination, account, known],
    );
    await client.query(
      `insert into crm_records (destination_id, account_id, record_id, object, key, owner, stage, read_at)
       select $1, $2, 'unknown-' || n, 'companies', 'unknown-' || n || '.example', 'Owner ' || n % 20, 'Stage ' || n % 7, now()
       from generate_series(1, $3::int) n`,
      [destination, account, UNKNOWN],
    );
    await client.query('vacuum (analyze) crm_records');
    return account;
  });
}

/** Two facets under each of the filters. */
async function reportFacets(report: Report, { rows, server }: Stage, authorization: string): Promise<void> {
  for (const { name, queries } of crmSets) {
    const times = await facetTimes(server.url, authorization, queries.slice(0, 10));
    const [p50, p95] = [quantile(times, 0.5), quantile(times, 0.95)];
    report.judge(
      `${rows.toLocaleString('en')} companies, facets of country and vertical, ${name}: p95 ${p95.toFixed(1)} ms, p50 ${p50.toFixed(1)} ms`,
      p95 / Math.max(1, rows / MILLION),
      atMost(FACETS_GOAL, 'ms'),
    );
  }
}

/** Infinity where the server refuses to answer. */
async function facetTimes(url: string, authorization: string, queries: FilterSet['queries']): Promise<readonly number[]> {
  const times: number[] = [];
  const connection = await openConnection(url, authorization);
  for (const { filters } of queries) {
    const path = `/api/v1/table/companies/facets?${filterParameters(filters)}&of=country&of=vertical`;
    try {
      times.push(await milliseconds(() => connection.get(path)));
    } catch (error) {
      if (!(error instanceof RefusedError)) throw error;
      times.push(Number.POSITIVE_INFINITY);
    }
  }
  connection.close();
  return times;
}
