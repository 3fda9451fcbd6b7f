/**
 * The life cycle of a sandbox subscription: paid monthly, past due when the card fails, unpaid when it keeps
 * failing, finally ended. Pure: returns the next step for a state and a time.
 */
const DAY = 24 * 3600 * 1000;

/** Days for which the service continues after a failed payment. */
export const PAST_DUE_DAYS = 7;
/** Days after which an unpaid subscription ends. */
export const UNPAID_DAYS = 30;

export interface SandboxState {
  readonly status: 'active' | 'past_due' | 'canceled' | 'unpaid';
  readonly startedAt: Date;
  readonly currentPeriodEnd: Date;
  readonly cancelAtPeriodEnd: boolean;
  readonly isCardFailing: boolean;
  readonly endedAt: Date | null;
  /** When the unpaid payment first failed; null: everything is paid. */
  readonly owedSince: Date | null;
}

export interface SandboxStep {
  readonly state: SandboxState;
  /** The invoice that a renewal wrote. */
  readonly invoice: { readonly periodStart: Date; readonly periodEnd: Date; readonly paidAt: Date | null } | null;
}

/** The next step that is due at `time`; null if none is. Call it again until it returns null. */
export function nextStep(state: SandboxState, time: Date): SandboxStep | null {
  const { status, currentPeriodEnd, cancelAtPeriodEnd, isCardFailing, owedSince, startedAt } = state;
  if (status === 'canceled') return null;
  const isPeriodOver = currentPeriodEnd <= time;
  if (cancelAtPeriodEnd && isPeriodOver) return { state: ended(state, currentPeriodEnd), invoice: null };
  if (owedSince !== null) {
    const endsAt = addDays(owedSince, UNPAID_DAYS);
    if (endsAt <= time) return { state: ended(state, endsAt), invoice: null };
    const isLong = addDays(owedSince, PAST_DUE_DAYS) <= time;
    return status === 'past_due' && isLong ? { state: { ...state, status: 'unpaid' }, invoice: null } : null;
  }
  if (!isPeriodOver) return null;
  const periodEnd = billingDateAfter(startedAt, currentPeriodEnd);
  const paidAt = isCardFailing ? null : currentPeriodEnd;
  return {
    state: {
      ...state,
      status: isCardFailing ? 'past_due' : 'active',
      currentPeriodEnd: periodEnd,
      owedSince: isCardFailing ? currentPeriodEnd : null,
    },
    invoice: { periodStart: currentPeriodEnd, periodEnd, paidAt },
  };
}

function ended(state: SandboxState, endedAt: Date): SandboxState {
  return { ...state, status: 'canceled', endedAt, owedSince: null };
}

/**
 * The same day of a later month, or its last day if the month is shorter: from 31 January to 28 February to 31
 * March.
 */
export function billingDateAfter(start: Date, after: Date): Date {
  const months = (after.getUTCFullYear() - start.getUTCFullYear()) * 12 + after.getUTCMonth() - start.getUTCMonth();
  const date = addMonths(start, months);
  return date > after ? date : addMonths(start, months + 1);
}

function addMonths(start: Date, months: number): Date {
  const date = new Date(start);
  date.setUTCDate(1);
  date.setUTCMonth(date.getUTCMonth() + months);
  const lastDay = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();
  date.setUTCDate(Math.min(start.getUTCDate(), lastDay));
  return date;
}

function addDays(date: Date, days: number): Date {
  return new Date(date.getTime() + days * DAY);
}
