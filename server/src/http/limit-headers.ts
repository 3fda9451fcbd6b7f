/**
 * The headers with the remaining limits of an API key: draft-ietf-httpapi-ratelimit-headers-11, and also the common `X-`
 * names, because it is still a draft.
 */

/** One speed limit after a call. Its name is the policy's name in every header and error. */
export interface SpeedReading {
  readonly name: 'second' | 'minute' | 'account';
  readonly quota: number;
  readonly windowSeconds: number;
  readonly remaining: number;
  /** Seconds until `remaining` equals the quota again. */
  readonly resetSeconds: number;
}

/** The requests of one calendar month. */
export interface MonthReading {
  readonly count: number;
  /** null: no limit. */
  readonly limit: number | null;
  readonly start: Date;
  /** When the count returns to 0. */
  readonly end: Date;
}

/** The `X-` names describe one minute: that of the key, or of the account if less is left of it. */
export function limitHeaders(speed: readonly SpeedReading[], month: MonthReading, now: Date): Readonly<Record<string, string>> {
  const limits = [...speed, ...monthLimit(month, now)];
  const [nearest] = speed.filter(({ windowSeconds }) => windowSeconds === 60).sort((one, two) => one.remaining - two.remaining);
  return {
    'ratelimit-policy': limits.map(({ name, quota, windowSeconds }) => `"${name}";q=${quota};w=${windowSeconds}`).join(', '),
    ratelimit: limits.map(({ name, remaining, resetSeconds }) => `"${name}";r=${remaining};t=${resetSeconds}`).join(', '),
    ...(nearest === undefined
      ? {}
      : {
          'x-ratelimit-limit': String(nearest.quota),
          'x-ratelimit-remaining': String(nearest.remaining),
          'x-ratelimit-reset': String(nearest.resetSeconds),
        }),
    'x-usage-request-count': String(month.count),
    ...(month.limit === null ? {} : { 'x-usage-request-limit': String(month.limit) }),
    'x-usage-reset': withoutMilliseconds(month.end),
  };
}

function monthLimit({ count, limit, start, end }: MonthReading, now: Date) {
  if (limit === null) return [];
  return [
    {
      name: 'month',
      quota: limit,
      windowSeconds: (end.getTime() - start.getTime()) / 1000,
      // After a change to a smaller plan, more may be counted than allowed.
      remaining: Math.max(0, limit - count),
      resetSeconds: secondsUntil(end, now),
    },
  ];
}

/** Whole seconds, rounded up, so that a client that waits is never early. */
export function secondsUntil(time: Date, now: Date): number {
  return Math.max(0, Math.ceil((time.getTime() - now.getTime()) / 1000));
}

/** A time as shown to people and in headers: `2026-12-01T00:00:00Z`. */
export function withoutMilliseconds(time: Date): string {
  return time.toISOString().replace(/\.\d{3}Z$/, 'Z');
}
