/** What an account may use. Pure: it is calculated from rows, settings and the time. */
import type { Config } from '../../config.ts';
import { isSubscriptionRunning, type Subscription } from './running-subscription.service.ts';

/** The plan of every verified account if nothing is sold. */
export const LOCAL_PLAN = 'Local';

export interface Entitlement {
  /** The plan; null: neither a subscription nor the local plan. A trial is not a plan. */
  readonly plan: string | null;
  /** The running one. */
  readonly subscription: Subscription | null;
  /** Calls with a key per month; null: no limit. */
  readonly requestLimit: number | null;
  /** Exported rows per month; null: no limit. */
  readonly exportLimit: number | null;
  /** Whether the email is verified, without which even a subscription opens no gated table. */
  readonly isVerified: boolean;
  /** Whether a subscription or the local plan is running. */
  readonly isRunning: boolean;
  /** Whether a trial runs, and nothing better does. */
  readonly isTrialRunning: boolean;
}

interface Standing {
  readonly verifiedAt: Date | null;
  readonly trialEndsAt: Date | null;
  /** The limit that an operator set; null: what the plan or the trial allows. */
  readonly requestLimit: number | null;
  readonly exportLimit: number | null;
  /** The account's newest with the current provider, running or not. */
  readonly subscription: Subscription | null;
}

type PlanSettings = Pick<Config, 'billing' | 'trial'>;

/** Limits set by an operator hold instead of those of the plan or the trial. They replace neither. */
export function judgeEntitlement(standing: Standing, settings: PlanSettings, now: Date): Entitlement {
  const ofPlan = judgePlan(standing, settings, now);
  if (!ofPlan.isRunning && !ofPlan.isTrialRunning) return ofPlan;
  const { requestLimit, exportLimit } = standing;
  return {
    ...ofPlan,
    requestLimit: requestLimit ?? ofPlan.requestLimit,
    exportLimit: exportLimit ?? ofPlan.exportLimit,
  };
}

/** What the plan or the trial alone allows. */
export function judgePlan(
  { verifiedAt, trialEndsAt, subscription }: Pick<Standing, 'verifiedAt' | 'trialEndsAt' | 'subscription'>,
  { billing, trial }: PlanSettings,
  now: Date,
): Entitlement {
  const none = {
    plan: null,
    subscription: null,
    requestLimit: 0,
    exportLimit: 0,
    isRunning: false,
    isTrialRunning: false,
    isVerified: verifiedAt !== null,
  };
  if (subscription !== null && isSubscriptionRunning(subscription, now)) {
    const { requestLimit, exportLimit } = billing.plan;
    return { ...none, plan: subscription.plan, subscription, requestLimit, exportLimit, isRunning: true };
  }
  if (verifiedAt === null) return none;
  if (billing.mode === 'off') return { ...none, plan: LOCAL_PLAN, requestLimit: null, exportLimit: null, isRunning: true };
  const isTrialRunning = trialEndsAt !== null && trialEndsAt > now;
  return isTrialRunning ? { ...none, requestLimit: trial.requestLimit, exportLimit: trial.exportLimit, isTrialRunning } : none;
}
