/** The consequences of a visit's fault: the state to show, and the time of the next attempt. Pure. */
import type { SourceState } from '@leadloom/shared/contract/sources';
import { SourceError, type SourceFault } from '../../../sources/source-error.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/** No visit is further ahead than the longest interval that can be set, with its jitter. No pause of a network is longer. */
export const LONGEST_PAUSE = 8 * DAY;
const FIRST_BACK_OFF = 5 * MINUTE;
/** Texts for the operator are cut to this length. */
const DETAIL_LENGTH = 500;
/** Pauses are varied by up to this share. */
const JITTER = 0.05;

/** Faults of a name, which are checked again once a day. */
const ofName: readonly SourceFault[] = ['not_found', 'banned', 'private', 'quarantined', 'gated', 'restricted'];
/** The first and the longest pause of a network, if it names no time itself. */
const networkPauses: Partial<Readonly<Record<SourceFault, readonly [first: number, max: number]>>> = {
  refused: [HOUR, HOUR],
  blocked: [HOUR, 6 * HOUR],
};
const DEFAULT_PAUSE = [MINUTE, HOUR] as const;

export interface SettledSource {
  readonly state: SourceState;
  readonly detail: string;
  readonly nextVisitAt: Date;
  readonly failures: number;
  /** Whether the next visit continues where this one stopped. */
  readonly keepsState: boolean;
}

/** Turns any error into a fault of the visited name. */
export function toSourceError(error: unknown): SourceError {
  if (error instanceof SourceError) return error;
  const message = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  return new SourceError('failed', message, { isOfNetwork: false, cause: error });
}

export function settleSource(
  { fault, message, retryAt }: SourceError,
  { failures, now, random }: { readonly failures: number; readonly now: Date; readonly random: () => number },
): SettledSource {
  const isOfName = ofName.includes(fault);
  const pause = isOfName ? DAY : Math.min(FIRST_BACK_OFF * 2 ** Math.min(failures, 20), DAY);
  return {
    state: fault,
    detail: toDetail(message),
    nextVisitAt: named(retryAt, now) ?? later(now, jittered(pause, random)),
    failures: isOfName ? 0 : failures + 1,
    // The state itself may cause a second failure.
    keepsState: !isOfName && failures === 0,
  };
}

export interface SettledNetwork {
  readonly state: SourceState;
  readonly detail: string;
  readonly pausedUntil: Date;
}

/** @param known the network's state before: the longer the same fault lasts, the longer the pause */
export function settleNetwork(
  { fault, message, retryAt }: SourceError,
  { known, now }: { readonly known: { readonly state: SourceState; readonly stateSince: Date | null }; readonly now: Date },
): SettledNetwork {
  const [first, max] = networkPauses[fault] ?? DEFAULT_PAUSE;
  const lasted = known.state === fault && known.stateSince !== null ? now.getTime() - known.stateSince.getTime() : 0;
  const pause = Math.min(Math.max(lasted, first), max);
  return { state: fault, detail: toDetail(message), pausedUntil: named(retryAt, now) ?? later(now, pause) };
}

/** The time of the next visit after a complete one. */
export function nextRegularVisit(now: Date, intervalMinutes: number, random: () => number): Date {
  return later(now, jittered(intervalMinutes * MINUTE, random));
}

/** The time that a network named, limited to one day, so that a wrong one does not stop visits for good. */
function named(retryAt: Date | null, now: Date): Date | null {
  if (retryAt === null || Number.isNaN(retryAt.getTime())) return null;
  return new Date(Math.min(Math.max(retryAt.getTime(), now.getTime() + 1_000), now.getTime() + DAY));
}

/** Spreads names that were added together. */
function jittered(milliseconds: number, random: () => number): number {
  return milliseconds * (1 - JITTER + 2 * JITTER * random());
}

function later(now: Date, milliseconds: number): Date {
  return new Date(now.getTime() + milliseconds);
}

/** PostgreSQL refuses NUL. */
function toDetail(message: string): string {
  return message.replaceAll('\0', '').slice(0, DETAIL_LENGTH);
}
