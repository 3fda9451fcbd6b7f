/**
 * Calculates what may still be requested from LinkedIn from the requests of the last 24 hours. Pure. A member
 * counts once while any request about them is less than 24 hours old, so that no period of 24 hours exceeds the
 * limit.
 */
import type { MemberSubject, MeterName, RequestMeter } from '@leadloom/shared/linkedin/request-meter';
import type { Allowance, Meter } from '@leadloom/shared/messages/allowance';
import { DAY } from './ledger-buckets.ts';

/** What has a limit: the three meters, and requests of all kinds together. */
export type Limits = Readonly<Record<MeterName | 'requests', number>>;

export interface AllowanceRules {
  /** The limits of any 24 hours, unless the operator sets lower ones. */
  readonly limits: Limits;
  /** The number of days over which the limits grow from a fraction to their full value. */
  readonly warmUpDays: number;
}

/**
 * A profile takes three requests, and five if its positions and its education are read by resource. With all pages
 * and look-ups this is at most 540 per day, so normal use does not reach the limit of requests. Only 80 profiles for
 * which LinkedIn does not answer by resource, and of which each has five rendered pages of positions, would: they take
 * eleven each. The limit stops repeated requests about one member, which the meters count once.
 */
export const memberAllowance: AllowanceRules = {
  limits: { profiles: 80, searchPages: 40, lookups: 100, requests: 1_000 },
  warmUpDays: 7,
};
/** The rules for a stand-in: only the operator's limits matter. */
export const generousAllowance: AllowanceRules = {
  limits: { profiles: 10_000, searchPages: 10_000, lookups: 10_000, requests: 100_000 },
  warmUpDays: 0,
};

export interface CountedRequest {
  /** Milliseconds since 1970. */
  time: number;
  /** null: on no meter, only as a request. `any`: unknown, so it counts on each. */
  readonly meter: MeterName | 'any' | null;
  /** With `profiles`: the mark of the member. With `any`: a unique name. */
  readonly subject?: string | undefined;
}

/** Everything a decision depends on. */
export interface AllowanceFacts {
  /** The requests of at least the last 24 hours. */
  readonly counted: readonly CountedRequest[];
  /** When the first request ever was sent to LinkedIn; null: none yet. */
  readonly firstRequest: number | null;
  /** The operators' limits, or the defaults. */
  readonly ceiling: Limits;
  readonly warmUpDays: number;
}

/**
 * It is unknown whether a slug and an id are one member, so they are counted separately, and the larger number
 * is used.
 */
const MEMBER_KINDS = ['slug', 'id'] as const satisfies readonly MemberSubject['kind'][];

/** The prefix of a member's mark. */
export const markPrefix = { slug: 's:', id: 'i:' } as const satisfies Record<MemberSubject['kind'], string>;

/** The part of an allowance that is calculated from the requests sent. */
export type CountedAllowance = Pick<Allowance, 'profiles' | 'searchPages' | 'lookups' | 'requests' | 'warmUpDay'>;

export function describeAllowance(facts: AllowanceFacts, now: number): CountedAllowance {
  const requests = requestsOf(facts, now);
  // While requests in general are used up, no meter continues.
  const held = (meter: Meter): Meter => ({ ...meter, continuesAt: latest(meter.continuesAt, requests.continuesAt) });
  const members = MEMBER_KINDS.map((kind) => meterOf(facts, 'profiles', timesOf(facts.counted, 'profiles', kind, now), now));
  const plain = (meter: MeterName): Meter => held(meterOf(facts, meter, timesOf(facts.counted, meter, null, now), now));
  return {
    profiles: held(
      members.reduce((one, other) => ({
        used: Math.max(one.used, other.used),
        limit: one.limit,
        continuesAt: latest(one.continuesAt, other.continuesAt),
      })),
    ),
    searchPages: plain('searchPages'),
    lookups: plain('lookups'),
    requests,
    warmUpDay: warmUpDayOf(facts, now),
  };
}

/**
 * @param meter null: no meter, so that only the number of all requests counts
 * @param mark the member's mark, with `profiles`
 * @returns null if a request may be sent now, or else the time from which a retry makes sense
 */
export function waitFor(facts: AllowanceFacts, meter: RequestMeter | null, mark: string | undefined, now: number): number | null {
  const { continuesAt } = requestsOf(facts, now);
  return meter === null ? continuesAt : latest(waitForMeter(facts, meter, mark, now), continuesAt);
}

function waitForMeter(facts: AllowanceFacts, meter: RequestMeter, mark: string | undefined, now: number): number | null {
  if (meter.kind !== 'profiles')
    return meterOf(facts, meter.kind, timesOf(facts.counted, meter.kind, null, now), now).continuesAt;
  const isCounted = facts.counted.some(({ time, subject }) => subject === mark && time > now - DAY);
  if (isCounted) return null;
  return meterOf(facts, 'profiles', timesOf(facts.counted, 'profiles', meter.subject.kind, now), now).continuesAt;
}

function requestsOf(facts: AllowanceFacts, now: number): Meter {
  const inWindow = facts.counted.filter(({ time }) => time > now - DAY);
  const times = inWindow.map(({ time }) => time).toSorted((one, other) => one - other);
  return meterOf(facts, 'requests', times, now);
}

/** The time of the latest request for each counted thing, oldest first. */
function timesOf(
  counted: readonly CountedRequest[],
  meter: MeterName,
  kind: MemberSubject['kind'] | null,
  now: number,
): readonly number[] {
  const inWindow = counted.filter((request) => (request.meter === meter || request.meter === 'any') && request.time > now - DAY);
  if (kind === null) return inWindow.map(({ time }) => time).toSorted((one, other) => one - other);
  const members = new Map<string, number>();
  for (const { subject = '', time, meter: counts } of inWindow)
    if (counts === 'any' || subject.startsWith(markPrefix[kind])) members.set(subject, Math.max(members.get(subject) ?? 0, time));
  return [...members.values()].sort((one, other) => one - other);
}

function meterOf(facts: AllowanceFacts, meter: keyof Limits, times: readonly number[], now: number): Meter {
  const limit = limitAt(facts, meter, now);
  return { used: times.length, limit, continuesAt: times.length < limit ? null : continuesAt(facts, meter, times, now) };
}

/** The first time at which fewer count than are allowed: a request expires, or the warm-up advances. */
function continuesAt(facts: AllowanceFacts, meter: keyof Limits, times: readonly number[], now: number): number {
  const expiries = times.map((time) => time + DAY);
  const first = facts.firstRequest ?? now;
  const steps = Array.from({ length: facts.warmUpDays }, (_, day) => first + (day + 1) * DAY).filter((step) => step > now);
  const moments = [...expiries, ...steps].sort((one, other) => one - other);
  const isFree = (moment: number) => expiries.filter((expiry) => expiry > moment).length < limitAt(facts, meter, moment);
  return moments.find(isFree) ?? now + DAY;
}

function limitAt(facts: AllowanceFacts, meter: keyof Limits, moment: number): number {
  const day = warmUpDayOf(facts, moment);
  return day === null ? facts.ceiling[meter] : Math.ceil((facts.ceiling[meter] * day) / facts.warmUpDays);
}

/**
 * 1 on the first day. If the first request is in the future, the clock was set back, and the warm-up starts
 * again.
 */
function warmUpDayOf({ firstRequest, warmUpDays }: AllowanceFacts, moment: number): number | null {
  const day = firstRequest === null ? 1 : Math.max(1, Math.floor((moment - firstRequest) / DAY) + 1);
  return day > warmUpDays ? null : day;
}

function latest(one: number | null, other: number | null): number | null {
  return one === null || other === null ? (one ?? other) : Math.max(one, other);
}
