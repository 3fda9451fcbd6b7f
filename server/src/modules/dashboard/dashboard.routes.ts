/** The dashboard, and which rows are invented. */
import { endFirstSteps as ending, getDashboard } from '@leadloom/shared/contract/dashboard';
import { listSampleRows, markLookedAtTable as seeing } from '@leadloom/shared/contract/sample-rows';
import type { FastifyInstance } from 'fastify';
import { serveEndpoint } from '../../http/route.ts';
import type { Platform } from '../../platform.ts';
import { endFirstSteps, markLookedAtTable } from '../accounts/settings/first-steps.service.ts';
import type { SourceParts } from '../open-sources/open-sources.service.ts';
import { SAMPLE_EMAIL } from '../sample-data/sample-data.service.ts';
import { createSampleTables } from '../tables/sample-tables.service.ts';
import { readDashboard } from './dashboard.service.ts';

export function registerDashboard(app: FastifyInstance, platform: Platform, sources: SourceParts): void {
  const sampleTables = createSampleTables(platform);
  serveEndpoint(app, getDashboard, (_, { caller }) => readDashboard(platform, sources, caller));
  serveEndpoint(app, ending, async (_, { caller }) => {
    await endFirstSteps(platform, caller.accountId);
    return undefined;
  });
  serveEndpoint(app, seeing, async (_, { caller }) => {
    await markLookedAtTable(platform, caller.accountId);
    return undefined;
  });
  serveEndpoint(app, listSampleRows, async (_, { caller }) => ({
    tables: await sampleTables(),
    account: caller.email === SAMPLE_EMAIL,
  }));
}
