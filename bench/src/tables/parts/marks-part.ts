/**
 * Lists and totals filtered by what an account keeps about rows, a list and a tag of a tenth of the rows, and by when rows
 * changed, a tenth of them.
 */

import { personalWorkspaceOf } from '@leadloom/server/http/workspace';
import { createRowList, tagRows } from '@leadloom/shared/contract/my-row-changes';
import { MAX_LIST_ROWS } from '@leadloom/shared/contract/my-rows';
import type pg from 'pg';
import { z } from 'zod';
import { markSets } from '../dataset/company-queries.ts';
import type { Report } from '../report.ts';
import { withClient } from '../server/cluster.ts';
import type { Stage } from '../server/stage.ts';
import { reportFilterSets } from './list-part.ts';
import { reportTotalsOf } from './totals-part.ts';

const SHARE = 0.1;
const TAG = 'prospects';

const idsSchema = z.array(z.object({ id: z.coerce.number() }));
const momentSchema = z.tuple([z.object({ moment: z.date() })]);
const ownersSchema = z.tuple([z.object({ account: z.coerce.number().transform(personalWorkspaceOf) })]);

export async function reportMarks(report: Report, stage: Stage): Promise<void> {
  const { rows, login, server } = stage;
  const authorization = await server.signIn();
  const marked = Math.min(MAX_LIST_ROWS, Math.round(rows * SHARE));
  report.note(`marking ${marked.toLocaleString('en')} companies`);
  const { list, since, workspaceId } = await withClient(login, async (client) => {
    const ids = idsSchema.parse((await client.query('select id from companies order by random() limit $1', [marked])).rows);
    const chosen = ids.map(({ id }) => id);
    const made = await send(stage, authorization, createRowList.path, { name: 'Prospects', table: 'companies' });
    const { id } = createRowList.success.body.parse(made);
    await send(stage, authorization, `/lists/${id}/rows`, { ids: chosen });
    await send(stage, authorization, tagRows.path, { table: 'companies', tags: [TAG], ids: chosen });
    const { rows: owners } = await client.query('select account_id as account from row_lists where id = $1', [id]);
    return { list: String(id), since: await changeRows(client, chosen), workspaceId: ownersSchema.parse(owners)[0].account };
  });
  const sets = markSets({ list, tag: TAG, since });
  await reportFilterSets(report, stage, sets, { authorization, workspaceId });
  await reportTotalsOf(report, stage, sets, workspaceId);
}

/** @returns a moment before the change */
async function changeRows(client: pg.Client, ids: readonly number[]): Promise<string> {
  const { rows } = await client.query('select clock_timestamp() as moment');
  const [{ moment }] = momentSchema.parse(rows);
  await client.query('set statement_timeout = 0');
  await client.query(
    'update companies set employee_count = coalesce(employee_count, 0) + 1, updated_at = now() where id = any($1::bigint[])',
    [ids],
  );
  await client.query('vacuum (analyze) companies');
  return moment.toISOString();
}

/** @throws {Error} with what the server answered, unless it succeeded */
async function send({ server }: Stage, authorization: string, path: string, body: object): Promise<unknown> {
  const response = await fetch(`${server.url}/api/v1${path}`, {
    method: 'POST',
    headers: { authorization, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`POST ${path}: ${response.status} ${text.slice(0, 300)}`);
  return JSON.parse(text);
}
