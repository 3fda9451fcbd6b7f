/**
 * The minimum cost of a page: its rows, read through the same driver on one connection, without totals, sessions or HTTP.
 * Either prepared once or planned for each value, whichever is faster: for values of very different frequency, the generic
 * plan of a prepared statement can be wrong.
 */

import { createHash } from 'node:crypto';
import { personalWorkspaceOf } from '@leadloom/server/http/workspace-id';
import { whereClause } from '@leadloom/server/modules/tables/filters/filter-sql';
import { bindMyFilters } from '@leadloom/server/modules/tables/filters/my-filters';
import { companies } from '@leadloom/shared/tables/companies';
import { sql } from 'drizzle-orm';
import { PgDialect } from 'drizzle-orm/pg-core';
import type pg from 'pg';
import { type ListQuery, PAGE_SIZE } from '../dataset/company-queries.ts';

const dialect = new PgDialect();
const cells = sql.raw(['id', ...companies.columns.map(({ field }) => `"${field}"`)].join(', '));

export interface RawStatement {
  readonly text: string;
  readonly values: unknown[];
}

/** @param workspaceId whose lists and tags the filters name; without any, it is not used */
export function rawPage({ filters, page }: ListQuery, workspaceId = personalWorkspaceOf(0)): RawStatement {
  const skipped = page === 1 ? '' : ` offset ${(page - 1) * PAGE_SIZE}`;
  const { sql: text, params } = dialect.sqlToQuery(
    sql`select ${cells} from companies${whereClause(companies, bindMyFilters(filters, { accountId: workspaceId, workspaceId }))}
      order by updated_at desc, id desc limit ${sql.raw(String(PAGE_SIZE))}${sql.raw(skipped)}`,
  );
  return { text, values: params };
}

/** A total by `count(*)`. */
export function rawCount({ filters }: Pick<ListQuery, 'filters'>, workspaceId = personalWorkspaceOf(0)): RawStatement {
  const { sql: text, params } = dialect.sqlToQuery(
    sql`select count(*) as total from companies${whereClause(companies, bindMyFilters(filters, { accountId: workspaceId, workspaceId }))}`,
  );
  return { text, values: params };
}

/** Runs a statement, which is prepared on its first use. */
export function runPrepared(client: pg.Client, { text, values }: RawStatement): Promise<pg.QueryResult> {
  return client.query({ name: createHash('md5').update(text).digest('hex'), text, values });
}

export function runPlanned(client: pg.Client, { text, values }: RawStatement): Promise<pg.QueryResult> {
  return client.query({ text, values });
}
