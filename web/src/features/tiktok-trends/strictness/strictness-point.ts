import type { EndpointResult } from '@leadloom/shared/contract/endpoint';
import type { previewTrends } from '@leadloom/shared/contract/trends';

/** What one choice of strictness would find. */
export type StrictnessPoint = EndpointResult<typeof previewTrends>['data'][number];
