/** What the download needs from the server, with every failure as data. */
import type { EndpointResult } from '@leadloom/shared/contract/endpoint';
import type { CollectorEntry, parseComponents, parseProfile } from '@leadloom/shared/contract/linkedin';

export type ParsedProfile = EndpointResult<typeof parseProfile>;
export type ParsedComponents = EndpointResult<typeof parseComponents>;

export type ApiResult<Value> =
  | { readonly kind: 'ok'; readonly value: Value }
  /** The server rejected the request; a retry gives the same result. */
  | { readonly kind: 'refused'; readonly code: string }
  /** The server gave no answer or an error, or is temporarily unavailable: worth a retry. */
  | { readonly kind: 'away' };

export interface ProfileContent {
  readonly url: string;
  readonly p1: string;
  readonly p2?: string;
  /** Pages of typed rows. */
  readonly positions?: readonly string[];
  readonly educations?: readonly string[];
}

export interface ComponentsContent {
  readonly profile_id: string;
  readonly ex?: string;
  readonly ed?: string;
  readonly c?: string;
  readonly i?: string;
}

export interface DownloadApi {
  /** `no_profile_id`: the server answered 200 and named no member. */
  readonly parseProfile: (content: ProfileContent) => Promise<ApiResult<ParsedProfile> | { readonly kind: 'no_profile_id' }>;
  readonly parseComponents: (content: ComponentsContent) => Promise<ApiResult<ParsedComponents>>;
  readonly saveEntries: (entries: readonly CollectorEntry[]) => Promise<ApiResult<readonly CollectorEntry[]>>;
}
