/** The pace of requests to a host, for all servers together: each request takes the next free moment. */
import { lt, sql } from 'drizzle-orm';
import type { Database } from '../../../database/database.ts';
import { openSourceTurns } from '../../../schema/open-sources.table.ts';

/** No turn is later: one that is was given while the database's clock was ahead. */
const LONGEST_WAIT_SECONDS = 600;

/** Takes the next turn at a host. @param seconds between two turns @returns milliseconds to wait for it */
export async function takeTurn(database: Database, host: string, seconds: number): Promise<number> {
  const pause = sql`make_interval(secs => ${seconds})`;
  const longest = sql`clock_timestamp() + make_interval(secs => ${LONGEST_WAIT_SECONDS})`;
  const stored = sql`case when ${openSourceTurns.nextAt} > ${longest} then clock_timestamp() else ${openSourceTurns.nextAt} end`;
  const [turn] = await database
    .insert(openSourceTurns)
    .values({ host, nextAt: sql`clock_timestamp() + ${pause}` })
    .onConflictDoUpdate({
      target: openSourceTurns.host,
      set: { nextAt: sql`greatest(${stored}, clock_timestamp()) + ${pause}` },
    })
    .returning({
      milliseconds: sql<string>`extract(epoch from ${openSourceTurns.nextAt} - ${pause} - clock_timestamp()) * 1000`,
    });
  return Math.max(0, Math.ceil(Number(turn?.milliseconds ?? 0)));
}

/** Hosts that nobody asks any more. */
export async function forgetTurns(database: Database): Promise<void> {
  await database.delete(openSourceTurns).where(lt(openSourceTurns.nextAt, sql`clock_timestamp() - interval '1 hour'`));
}
