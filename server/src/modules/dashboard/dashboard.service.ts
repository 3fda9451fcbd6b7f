/** Running and pending work of an account, and its first steps. */
import type { getDashboard, Work } from '@leadloom/shared/contract/dashboard';
import type { EndpointResult } from '@leadloom/shared/contract/endpoint';
import { networkNames } from '@leadloom/shared/contract/sources';
import type { Caller } from '../../http/route.ts';
import type { Platform } from '../../platform.ts';
import { listImports } from '../imports/log/import-log.service.ts';
import { hasCountries, readFilledTables, type SourceParts } from '../open-sources/open-sources.service.ts';
import { describeStorage, readStorageUse } from '../storage/account-storage.service.ts';
import { countReadableTables } from '../tables/overview/readable-tables.service.ts';
import { countCollectorWork, countVisits, readActiveAnalysis, readFirstSteps } from './dashboard.repository.ts';

type Viewer = Pick<Caller, 'accountId' | 'workspaceId' | 'email' | 'isVerified' | 'isOperator'>;

export async function readDashboard(
  platform: Platform,
  sources: SourceParts,
  viewer: Viewer,
): Promise<EndpointResult<typeof getDashboard>> {
  const { config, database } = platform;
  const work = await listWork(platform, viewer);
  const [steps, use, tables] = await Promise.all([
    readFirstSteps(database, viewer),
    readStorageUse(database, config, viewer.workspaceId),
    countReadableTables(platform, viewer),
  ]);
  const filledBy = await readFilledTables(platform, sources);
  const shown = {
    work,
    storage: describeStorage(use),
    tables: tables.map((each) => ({ ...each, sources: filledBy(each.table) })),
    ...consoleOf(platform, viewer, steps?.has_second_factor !== false),
  };
  if (steps === null || steps.is_ended) return { ...shown, first_steps: null };
  const { table, extension, name, key } = steps;
  const ofOperator = viewer.isOperator ? { countries: await hasCountries(platform) } : {};
  return { ...shown, first_steps: { table, extension, name, key, ...ofOperator } };
}

/** The console's part. Somebody who registers an operator's address but cannot read its mail does not learn that it is one. */
function consoleOf({ config }: Platform, { email, isVerified }: Viewer, hasSecondFactor: boolean) {
  const isNamed = isVerified && config.operators.has(email);
  return isNamed && !hasSecondFactor ? { console: 'needs_second_factor' as const } : {};
}

async function listWork(platform: Platform, { accountId, workspaceId, isOperator }: Viewer): Promise<Work[]> {
  const { config, database } = platform;
  const networks = networkNames.filter((network) => config.sources[network] !== null);
  const [analysis, collector, visits] = await Promise.all([
    readActiveAnalysis(database, workspaceId),
    countCollectorWork(database, { accountId, workspaceId }),
    countVisits(database, workspaceId, networks),
  ]);
  const imports = isOperator ? await listImports(platform, { from: 'files' }) : { data: [] };
  const counted: readonly Work[] = [
    { kind: 'visits', state: 'running', count: visits.running, detail: null },
    { kind: 'visits', state: 'waiting', count: visits.waiting, detail: null },
    { kind: 'profiles', state: 'waiting', count: collector.profiles, detail: null },
    { kind: 'searches', state: 'waiting', count: collector.searches, detail: null },
  ];
  return [
    ...(analysis === null ? [] : [describeAnalysis(analysis)]),
    ...imports.data
      .filter(({ state }) => state === 'running')
      .map(({ rows_read: count, file }): Work => ({ kind: 'import', state: 'running', count, detail: file })),
    ...counted.filter(({ count }) => count > 0),
  ];
}

function describeAnalysis({
  status,
  info,
}: {
  readonly status: string;
  readonly info: { readonly status: string } | null;
}): Work {
  return { kind: 'analysis', state: status === 'PENDING' ? 'waiting' : 'running', count: 1, detail: info?.status ?? null };
}
