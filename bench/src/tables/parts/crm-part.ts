/**
 * Lists, totals and counts filtered by what the account's CRM has: 200,000 records, three quarters of which belong to companies,
 * by their domain or because the row was pushed.
 */
import { randomUUID } from 'node:crypto';
import { personalWorkspaceOf } from '@leadloom/server/http/workspace-id';
import { createRowList } from '@leadloom/shared/contract/my-row-changes';
import { z } from 'zod';
import { crmSets, type FilterSet, filterParameters, type ListQuery, listPath, PAGE_SIZE } from '../dataset/company-queries.ts';
import { facetNames } from '../dataset/company-questions.ts';
import { answerTimes } from '../load/answer-times.ts';
import { atMost, type Report } from '../report.ts';
import { withClient } from '../server/cluster.ts';
import type { Stage } from '../server/stage.ts';
import { quantile } from '../statistics.ts';
import { reportTotalsOf } from './totals-part.ts';

const RECORDS = 200_000;
/** Records of companies that the table does not have. */
const UNKNOWN = 50_000;
/** Milliseconds of the p95 for a million rows, as of questions across tables. */
const TOTALS_GOAL = 300;
const FACETS_GOAL = 1_500;
const FIRST_GOAL = 1_500;
/** A page of a filter may take so many times as long as the page without it. */
const PAGE_GOAL = 1.5;
const CHANGES = 5;
const FACET_SAMPLES = 10;
const MILLION = 1_000_000;

const ownersSchema = z.tuple([z.object({ account: z.coerce.number().transform(personalWorkspaceOf) })]);

export async function reportCrm(report: Report, stage: Stage): Promise<void> {
  const authorization = await stage.server.signIn();
  const known = Math.min(RECORDS - UNKNOWN, Math.round(stage.rows * 0.15));
  report.note(`${(known + UNKNOWN).toLocaleString('en')} records in a CRM, ${known.toLocaleString('en')} of them of companies`);
  const workspaceId = await addRecords(stage, authorization, known);
  await reportFirst(report, stage, authorization);
  await reportBeside(report, stage);
  await reportTotalsOf(report, stage, crmSets, workspaceId, () => TOTALS_GOAL);
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

/** After a record changed, the rows of all are compared anew by the first question. */
async function reportFirst(report: Report, { rows, login, server }: Stage, authorization: string): Promise<void> {
  const times: number[] = [];
  for (let change = 0; change < CHANGES; change += 1) {
    await withClient(login, (client) =>
      client.query("update crm_records set owner = 'Owner ' || $1::int where record_id = 'known-1'", [1_000 + change]),
    );
    times.push(...(await answerTimes(server.url, authorization, [facetsPath({ in_crm: true }, ['country'])])));
  }
  const figure = `${count(rows)} companies, a facet after a record changed: p50 ${quantile(times, 0.5).toFixed(1)} ms`;
  report.judge(figure, quantile(times, 0.5) / Math.max(1, rows / MILLION), atMost(FIRST_GOAL, 'ms'));
}

/** Pages and ten facets, beside the same without the filter. Both are requested in turns, so that others burden them equally. */
async function reportBeside(report: Report, { rows, server }: Stage): Promise<void> {
  for (const [nth, { name, queries }] of crmSets.entries()) {
    const authorization = await server.signIn();
    // Each set has pages of its own size: the server sends a page again that it has read before.
    const pathOf = (query: ListQuery) => listPath(query, PAGE_SIZE + nth);
    const [pages, plainPages] = await timesInTurns(
      server.url,
      authorization,
      queries.map((query) => [pathOf(query), pathOf({ ...query, filters: withoutCrm(query.filters) })] as const),
    );
    const ratio = quantile(pages, 0.5) / quantile(plainPages, 0.5);
    report.judge(
      `${count(rows)} companies, a page, ${name}: p50 ${quantile(pages, 0.5).toFixed(1)} ms, ${ratio.toFixed(2)} times the page without it`,
      ratio,
      atMost(PAGE_GOAL),
    );
    const [facets, plainFacets] = await timesInTurns(
      server.url,
      authorization,
      queries
        .slice(0, FACET_SAMPLES)
        .map(({ filters }) => [facetsPath(filters, facetNames), facetsPath(withoutCrm(filters), facetNames)] as const),
    );
    const [p50, p95] = [quantile(facets, 0.5), quantile(facets, 0.95)];
    report.judge(
      `${count(rows)} companies, ten facets, ${name}: p95 ${p95.toFixed(1)} ms, p50 ${p50.toFixed(1)} ms ` +
        `(without it p50 ${quantile(plainFacets, 0.5).toFixed(1)} ms)`,
      p95 / Math.max(1, rows / MILLION),
      atMost(FACETS_GOAL, 'ms'),
    );
  }
}

async function timesInTurns(
  url: string,
  authorization: string,
  pairs: readonly (readonly [path: string, plain: string])[],
): Promise<readonly [asked: readonly number[], plain: readonly number[]]> {
  const [asked, plain]: [number[], number[]] = [[], []];
  for (const [path, plainPath] of pairs) {
    const [time = Number.NaN, plainTime = Number.NaN] = await answerTimes(url, authorization, [path, plainPath]);
    asked.push(time);
    plain.push(plainTime);
  }
  return [asked, plain];
}

function withoutCrm({ in_crm: _in, crm_owner: _owner, ...others }: FilterSet['queries'][number]['filters']) {
  return others;
}

function facetsPath(filters: Parameters<typeof filterParameters>[0], names: readonly string[]): string {
  const parameters = filterParameters(filters);
  for (const name of names) parameters.append('of', name);
  return `/api/v1/table/companies/facets?${parameters}`;
}

function count(rows: number): string {
  return rows.toLocaleString('en');
}
