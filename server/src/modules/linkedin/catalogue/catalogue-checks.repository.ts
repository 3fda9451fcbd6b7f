/** How LinkedIn answered each account, by endpoint and id. Statements about one account name it. */
import type { CheckedEndpoint } from '@leadloom/shared/contract/catalogue-checks';
import { checkedEndpoints } from '@leadloom/shared/contract/catalogue-checks';
import { sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Connection } from '../../../database/database.ts';
import { catalogueChecks } from '../../../schema/catalogue-checks.table.ts';

/** The outcomes of requests with one id. */
export interface CheckOutcomes {
  readonly endpoint: CheckedEndpoint;
  /** The id; empty where the endpoint has none. */
  readonly candidate: string;
  readonly isUnderstood: boolean;
  readonly isDifferent: boolean;
  readonly isRefused: boolean;
}

/** @param outcomes of each endpoint and id at most one @param day `2026-11-29` */
export async function noteOutcomes(
  connection: Connection,
  accountId: number,
  outcomes: readonly CheckOutcomes[],
  day: string,
): Promise<void> {
  // All calls write in one order, so that two reports of an account at once do not deadlock.
  await connection.execute(sql`
    insert into ${catalogueChecks} as known (account_id, endpoint, candidate, understood_on, different_on, refused_on, reported_on)
    select ${accountId}, endpoint, candidate, case when is_understood then ${day}::date end,
      case when is_different then ${day}::date end, case when is_refused then ${day}::date end, ${day}::date
    from jsonb_to_recordset(${JSON.stringify(
      outcomes.map(({ endpoint, candidate, isUnderstood, isDifferent, isRefused }) => ({
        ...{ endpoint, candidate, is_understood: isUnderstood, is_different: isDifferent, is_refused: isRefused },
      })),
    )}::jsonb) as noted(endpoint text, candidate text, is_understood boolean, is_different boolean, is_refused boolean)
    order by endpoint, candidate
    on conflict (account_id, endpoint, candidate) do update set
      understood_on = coalesce(excluded.understood_on, known.understood_on),
      different_on = coalesce(excluded.different_on, known.different_on),
      refused_on = coalesce(excluded.refused_on, known.refused_on),
      reported_on = excluded.reported_on`);
}

const countsSchema = z.array(
  z.object({
    endpoint: z.enum(checkedEndpoints),
    candidate: z.string(),
    understood: z.int(),
    different: z.int(),
    refused: z.int(),
    last_understood_on: z.string().nullable(),
    last_failed_on: z.string().nullable(),
  }),
);

/**
 * Counts the accounts that had each outcome on this day or later, each once. Accounts are easily made: as with names that
 * are shared, those without a confirmed email and blocked ones do not count.
 */
export async function countOutcomes(connection: Connection, since: string): Promise<z.infer<typeof countsSchema>> {
  const { rows } = await connection.execute(sql`
    select endpoint, candidate,
      count(*) filter (where understood_on >= ${since}::date)::int as understood,
      count(*) filter (where different_on >= ${since}::date)::int as different,
      count(*) filter (where refused_on >= ${since}::date)::int as refused,
      to_char(max(understood_on) filter (where understood_on >= ${since}::date), 'YYYY-MM-DD') as last_understood_on,
      to_char(greatest(max(different_on) filter (where different_on >= ${since}::date),
        max(refused_on) filter (where refused_on >= ${since}::date)), 'YYYY-MM-DD') as last_failed_on
    from ${catalogueChecks}
    join accounts reporter on reporter.id = account_id
    where reporter.verified_at is not null and reporter.blocked_at is null and reported_on >= ${since}::date and endpoint = any(${sql.param([...checkedEndpoints])}::text[])
    group by endpoint, candidate order by endpoint, candidate`);
  return countsSchema.parse(rows);
}

/** Rows without an outcome since that day. */
export async function deleteOldOutcomes(connection: Connection, since: string): Promise<void> {
  await connection.execute(sql`delete from ${catalogueChecks} where reported_on < ${since}::date`);
}
