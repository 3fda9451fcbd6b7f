/** Parameters of an analysis: the given ones, and defaults for the rest. */
import { ANALYSIS_DEFAULTS, type AnalysisParameters } from '@leadloom/shared/contract/trends';

export type CompleteParameters = Readonly<Record<keyof typeof ANALYSIS_DEFAULTS, number>>;

const DAY = 86_400_000;

export function completeParameters(given: AnalysisParameters): CompleteParameters {
  const defaults = ANALYSIS_DEFAULTS;
  return {
    dbscan_eps: given.dbscan_eps ?? defaults.dbscan_eps,
    dbscan_min_samples: given.dbscan_min_samples ?? defaults.dbscan_min_samples,
    pairwise_decay_k: given.pairwise_decay_k ?? defaults.pairwise_decay_k,
    analysis_start_date_days_delta: given.analysis_start_date_days_delta ?? defaults.analysis_start_date_days_delta,
    min_videos_for_new_trend_decision: given.min_videos_for_new_trend_decision ?? defaults.min_videos_for_new_trend_decision,
  };
}

/** Videos posted after `from` and until `to` are compared. */
export interface TimeWindow {
  readonly from: Date;
  readonly to: Date;
}

export function windowOf({ analysis_start_date_days_delta: days }: CompleteParameters, now: Date): TimeWindow {
  return { from: new Date(now.getTime() - days * DAY), to: now };
}
