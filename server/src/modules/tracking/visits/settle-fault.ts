/** What follows from what was the matter with a visit: the state that is shown, and when it is tried again. Pure. */
import type { SourceState } from '@leadloom/shared/contract/sources';
import { SourceError, type SourceFault } from '../../../sources/source-error.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const FIRST_BACK_OFF = 5 * MINUTE;
/** Texts for the operator are kept up to this length. */
const DETAIL_LENGTH = 500;
/** Pauses are made longer or shorter by up to this part. */
const JITTER = 0.05;

/** What a network says of a name is looked at again once a day. */
const ofName: readonly SourceFault[] = ['not_found', 'banned', 'private', 'quarantined', 'gated', 'restricted'];
/** How long nothing is asked of a network, from the first time on and at most, where it names no time itself. */
const networkPauses: Partial<Readonly<Record<SourceFault, readonly [first: number, most: number]>>> = {
  refused: [HOUR, HOUR],
  blocked: [HOUR, 6 * HOUR],
};
const DEFAULT_PAUSE = [MINUTE, HOUR] as const;

export interface SettledSource {
  readonly state: SourceState;
  readonly detail: string;
  readonly nextVisitAt: Date;
  readonly failures: number;
  /** Whether the next visit goes on where this one stopped. */
  readonly keepsState: boolean;
}

/** Whatever was thrown, as what it means for the name that was visited. */
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
    // A place that fails twice may be what fails.
    keepsState: !isOfName && failures === 0,
  };
}

export interface SettledNetwork {
  readonly state: SourceState;
  readonly detail: string;
  readonly pausedUntil: Date;
}

/** @param known how the network was doing before: the longer the same is the matter, the longer the pause */
export function settleNetwork(
  { fault, message, retryAt }: SourceError,
  { known, now }: { readonly known: { readonly state: SourceState; readonly stateSince: Date | null }; readonly now: Date },
): SettledNetwork {
  const [first, most] = networkPauses[fault] ?? DEFAULT_PAUSE;
  const lasted = known.state === fault && known.stateSince !== null ? now.getTime() - known.stateSince.getTime() : 0;
  const pause = Math.min(Math.max(lasted, first), most);
  return { state: fault, detail: toDetail(message), pausedUntil: named(retryAt, now) ?? later(now, pause) };
}

/** After a visit that got everything. */
export function nextRegularVisit(now: Date, intervalMinutes: number, random: () => number): Date {
  return later(now, jittered(intervalMinutes * MINUTE, random));
}

/** The time a network named, within a day: a wrong one must not silence a name for good. */
function named(retryAt: Date | null, now: Date): Date | null {
  if (retryAt === null || Number.isNaN(retryAt.getTime())) return null;
  return new Date(Math.min(Math.max(retryAt.getTime(), now.getTime() + 1_000), now.getTime() + DAY));
}

/** Names that were added together need not be asked for together for ever. */
function jittered(milliseconds: number, random: () => number): number {
  return milliseconds * (1 - JITTER + 2 * JITTER * random());
}

function later(now: Date, milliseconds: number): Date {
  return new Date(now.getTime() + milliseconds);
}

/** The database takes no NUL, and nobody reads pages of it. */
function toDetail(message: string): string {
  return message.replaceAll('\0', '').slice(0, DETAIL_LENGTH);
}
