/** What is done to trends one by one or together: renamed, hidden, merged, exported. The list is asked for again after each. */
import { exportTrends, mergeTrends, type Trend, updateTrend } from '@leadloom/shared/contract/trends';
import { fileNameIn } from '@leadloom/shared/domain/file-format';
import { useCallback } from 'react';
import { ApiError } from '../../../lib/api-client/api-error.ts';
import { call } from '../../../lib/api-client/call.ts';
import { useFileFormat } from '../../../lib/file-format-choice.ts';
import { logProblem } from '../../../lib/log.ts';
import { saveFile } from '../../../lib/save-file.ts';
import { showSnackbar } from '../../../lib/snackbar/snackbar-store.ts';
import { useReloadTrends } from '../trend-queries.ts';

export interface TrendChange {
  readonly trend_name?: string | null;
  readonly is_hidden?: boolean;
}

export interface TrendChanges {
  /** @returns why it failed, for people; null where it worked */
  readonly change: (trendId: string, change: TrendChange) => Promise<string | null>;
  /** @returns why it failed, for people; null where it worked */
  readonly merge: (trendIds: readonly string[]) => Promise<string | null>;
}

export function useTrendChanges(): TrendChanges {
  const reload = useReloadTrends();
  const change = useCallback(
    (trendId: string, body: TrendChange) =>
      failureOf(async () => {
        await call(updateTrend, { params: { trend_id: trendId }, body });
        await reload();
      }),
    [reload],
  );
  const merge = useCallback(
    (trendIds: readonly string[]) =>
      failureOf(async () => {
        await call(mergeTrends, { body: { trend_ids: [...trendIds] } });
        await reload();
      }),
    [reload],
  );
  return { change, merge };
}

/** In the format that was chosen. @param trend null: all that are not hidden */
export async function exportTrend(trend: Trend | null): Promise<void> {
  const { format } = useFileFormat.getState();
  const query = { ...(trend === null ? {} : { trend_id: trend.trend_id }), ...(format === 'csv' ? {} : { format }) };
  const name = trend === null ? exportTrends.success.fileName : `tiktok_trend_${trend.trend_id}_export.csv`;
  try {
    saveFile(await call(exportTrends, { query }), fileNameIn(format, name));
  } catch (error) {
    logProblem('Trends could not be exported.', error);
    showSnackbar('error', 'The file could not be created. Please try again.');
  }
}

async function failureOf(work: () => Promise<void>): Promise<string | null> {
  try {
    await work();
    return null;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return error.message;
  }
}
