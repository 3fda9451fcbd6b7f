/** The state of each network as a whole. */
import type { getSources } from '@leadloom/shared/contract/sources';
import { type NetworkName, networkNames } from '@leadloom/shared/contract/sources';
import type { z } from 'zod';
import type { Platform } from '../../platform.ts';
import { networkHealth } from './source-health.ts';
import { readFirstDue, readNetwork } from './tracking.repository.ts';
import { REQUESTS_PER_DAY, requestsToday } from './visits/daily-requests.ts';

type NetworkAnswer = z.infer<typeof getSources.success.body>[NetworkName];

export async function readSources(platform: Platform): Promise<Readonly<Record<NetworkName, NetworkAnswer>>> {
  const [reddit, tiktok] = await Promise.all([readSource(platform, 'reddit'), readSource(platform, 'tiktok')]);
  return { reddit, tiktok };
}

async function readSource({ config, database, now }: Platform, network: NetworkName): Promise<NetworkAnswer> {
  const [row, firstDue] = await Promise.all([readNetwork(database, network), readFirstDue(database, network)]);
  const isConfigured = config.sources[network] !== null;
  return {
    ...networkHealth(row, firstDue, { isConfigured, now: now() }),
    is_configured: isConfigured,
    requests_today: requestsToday(row, now()),
    requests_a_day: REQUESTS_PER_DAY[network],
  };
}

/** One line for operators: `reddit ok, tiktok not configured`. */
export async function summariseSources(platform: Platform): Promise<string> {
  const states = await readSources(platform);
  return networkNames.map((network) => `${network} ${states[network].state.replaceAll('_', ' ')}`).join(', ');
}
