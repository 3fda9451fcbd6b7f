/**
 * Times to come that are stored, such as when something is due. A time further ahead than the server itself ever sets one
 * was computed while its clock was ahead, and is taken for now: otherwise what waits for it would wait until that date.
 */
import { type AnyColumn, type SQL, sql } from 'drizzle-orm';
import { LONGEST_DIGEST } from '../time/next-digest.ts';

/** @param longest milliseconds: the furthest ahead that the column is ever set */
export function isDue(column: AnyColumn, now: Date, longest: number): SQL {
  return sql`(${column} <= ${now.toISOString()}::timestamptz or ${isImplausible(column, now, longest)})`;
}

/** @param longest milliseconds: the furthest ahead that the column is ever set */
export function isImplausible(column: AnyColumn, now: Date, longest: number): SQL {
  return sql`${column} > ${new Date(now.getTime() + longest).toISOString()}::timestamptz`;
}

/** Whether the next time of something that comes daily or weekly is too far ahead; see `nextDigestAt`. */
export function isPutOffTooFar(nextAt: AnyColumn, frequency: AnyColumn, now: Date): SQL {
  const { daily, weekly } = LONGEST_DIGEST;
  return sql`(${isImplausible(nextAt, now, weekly)} or ${frequency} = 'daily' and ${isImplausible(nextAt, now, daily)})`;
}

/** Whether something has to wait for this time. @param longest milliseconds, as above */
export function isStillToCome(time: Date | null, now: Date, longest: number): boolean {
  if (time === null) return false;
  const ahead = time.getTime() - now.getTime();
  return ahead > 0 && ahead <= longest;
}
