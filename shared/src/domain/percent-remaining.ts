/**
 * The remaining share of a monthly limit, as the dashboard and the export bar show it: `N/A` without a limit, `100%`
 * while nothing is used, and never `100%` once something is.
 * @param used counted so far
 * @param limit null or undefined: unlimited or unknown
 */
export function percentRemaining(used: number, limit: number | null | undefined): string {
  if (limit === null || limit === undefined || limit <= 0) return 'N/A';
  if (used <= 0) return '100%';
  const remaining = Math.round(100 - (used / limit) * 100);
  return `${Math.min(99, Math.max(0, remaining))}%`;
}
