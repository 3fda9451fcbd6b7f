/** The state of each network as a whole. */

import { type PageQuery, rowsOfPage } from '@leadloom/shared/contract/page-parameters';
import type { getSources } from '@leadloom/shared/contract/sources';
import { type NetworkName, networkNames } from '@leadloom/shared/contract/sources';
import type { z } from 'zod';
import type { Platform } from '../../platform.ts';
import { networkHealth, sourceHealth } from './source-health.ts';
import { listTrackedByAnybody, readFirstDue, readNetwork } from './tracking.repository.ts';
import { REQUESTS_PER_DAY, requestsToday } from './visits/daily-requests.ts';

type NetworkAnswer = z.infer<typeof getSources.success.body>[NetworkName];

export async function readSources(platform: Platform): Promise<Readonly<Record<NetworkName, NetworkAnswer>>> {
  const reddit = await readSource(platform, 'reddit');
  const tiktok = await readSource(platform, 'tiktok');
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

/** The state of each network, and of the names that accounts track; those that fail come first. Never whose they are. */
export async function listSourcesOfAll(platform: Platform, page: PageQuery) {
  const { config, database, now } = platform;
  const networks = await readSources(platform);
  const [facts, { rows, total }] = await Promise.all([
    Promise.all(networkNames.map((network) => readNetwork(database, network))),
    listTrackedByAnybody(database, rowsOfPage(page)),
  ]);
  const factsOf = new Map(facts.map((row) => [row.network, row]));
  const data = rows.flatMap(({ network, displayName, accounts, failures, detail, lastCollectedAt, ...source }) => {
    const ofNetwork = factsOf.get(network);
    if (ofNetwork === undefined) return [];
    const isConfigured = config.sources[network] !== null;
    return [
      {
        ...sourceHealth(source, ofNetwork, { isConfigured, now: now() }),
        network,
        name: displayName,
        accounts,
        failures,
        detail,
        last_collected_at: lastCollectedAt?.toISOString() ?? null,
      },
    ];
  });
  return { networks: networkNames.map((network) => ({ network, ...networks[network] })), data, total };
}

/** One line for operators: `reddit ok, tiktok not configured`. */
export async function summariseSources(platform: Platform): Promise<string> {
  const states = await readSources(platform);
  return networkNames.map((network) => `${network} ${states[network].state.replaceAll('_', ' ')}`).join(', ');
}
