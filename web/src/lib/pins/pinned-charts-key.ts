/** The charts that are pinned to the dashboard. */
export const pinnedChartsKey = ['pinned-charts'] as const;
