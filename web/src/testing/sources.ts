/** How networks and tracked names are doing, for stories. */
import type { EndpointResult } from '@leadloom/shared/contract/endpoint';
import type { getSources, SourceHealth } from '@leadloom/shared/contract/sources';

export type Networks = EndpointResult<typeof getSources>;

export function aHealth(changes: Partial<SourceHealth> = {}): SourceHealth {
  return { state: 'ok', message: '', since: null, next_visit_at: null, ...changes };
}

/** Both networks are well; pass what the story is about. */
export function networks(changes: Partial<Networks> = {}): Networks {
  const well = { ...aHealth(), is_configured: true, requests_today: 12 };
  return { reddit: { ...well, requests_a_day: null }, tiktok: { ...well, requests_a_day: 1000 }, ...changes };
}
