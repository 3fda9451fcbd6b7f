/** The adapters of the networks this server has credentials for. */
import type { SourceSettings } from '../../config.ts';
import type { CountRequest } from '../../sources/adapters.ts';
import { createRedditAdapter } from '../../sources/reddit/reddit-adapter.ts';
import { createTikTokAdapter } from '../../sources/tiktok/tiktok-adapter.ts';
import type { Adapters } from './visits/visits.service.ts';

interface AdapterParts {
  readonly now: () => Date;
  readonly countRequest: Readonly<Record<'reddit' | 'tiktok', CountRequest>>;
}

export type MakeAdapters = (settings: SourceSettings, parts: AdapterParts) => Adapters;

export const makeAdapters: MakeAdapters = ({ reddit, tiktok }, { now, countRequest }) => ({
  reddit: reddit && createRedditAdapter({ settings: reddit, now, countRequest: countRequest.reddit }),
  tiktok: tiktok && createTikTokAdapter({ settings: tiktok, now, countRequest: countRequest.tiktok }),
});
