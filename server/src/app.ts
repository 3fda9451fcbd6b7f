/** Assembles the server: first what all answers have in common, then the routes of each module. */
import { randomUUID } from 'node:crypto';
import { openPortal } from '@leadloom/shared/contract/billing';
import { type FastifyBaseLogger, type FastifyInstance, fastify, LogController } from 'fastify';
import type { Registry } from 'prom-client';
import type { ColumnStoreSettings } from './config.ts';
import { classifyError } from './http/classify-error.ts';

import { securityHeaders } from './http/security-headers.ts';
import { requireWorkspaceNeed } from './http/workspace.ts';
import type { Member } from './http/workspace-id.ts';
import { personalWorkspaceOf } from './http/workspace-id.ts';
import { childWhenNeeded, createLog } from './log.ts';
import { registerAccounts } from './modules/accounts/accounts.routes.ts';
import { createDeferredMailWork } from './modules/accounts/mailed-codes/deferred-mail-work.service.ts';
import { installAuthentication } from './modules/accounts/sessions/authentication.ts';
import { createCurrentUsers } from './modules/accounts/sessions/current-user.service.ts';
import { createSessions } from './modules/accounts/sessions/sessions.service.ts';
import { registerAgents } from './modules/agents/agents.routes.ts';
import { registerAlerts } from './modules/alerts/alerts.routes.ts';
import { createMessagePerformer } from './modules/alerts/deliver-message.ts';
import { registerOperatorAudit } from './modules/audit/operator-audit.routes.ts';
import { registerBilling } from './modules/billing/billing.routes.ts';
import { endSubscriptionNow } from './modules/billing/billing.service.ts';
import { createBillingPlatform } from './modules/billing/billing-platform.service.ts';
import { registerSandboxPages } from './modules/billing/sandbox/sandbox.routes.ts';
import { registerCrm } from './modules/crm/crm.routes.ts';
import { createCrmPerformers } from './modules/crm/crm-performers.ts';
import { registerDashboard } from './modules/dashboard/dashboard.routes.ts';
import { registerOpenApi } from './modules/data-api/openapi.routes.ts';
import { createDestinationMetrics } from './modules/destinations/destination-metrics.ts';
import { registerDestinations } from './modules/destinations/destinations.routes.ts';
import { createErasureWork } from './modules/erasure/erasure-jobs.service.ts';
import { registerErasures } from './modules/erasure/erasures.routes.ts';
import { createExportMetrics } from './modules/exports/export-metrics.ts';
import { registerTableExports } from './modules/exports/exports.routes.ts';
import { createFilePerformer } from './modules/exports/scheduled/deliver-file.ts';
import { registerScheduledExports } from './modules/exports/scheduled/scheduled-exports.routes.ts';
import { registerTableImports } from './modules/imports/imports.routes.ts';
import { openImportPlatform } from './modules/imports/imports.service.ts';
import { registerImportLog } from './modules/imports/log/import-log.routes.ts';
import { registerImportUploads } from './modules/imports/log/import-uploads.routes.ts';
import { createKeyAdmission } from './modules/keys/key-admission.ts';
import { installKeyUsageLog } from './modules/keys/key-usage-log.ts';
import { registerKeys } from './modules/keys/keys.routes.ts';
import { registerLinkedIn } from './modules/linkedin/linkedin.routes.ts';
import { createTaggedPeople } from './modules/linkedin/profiles/tagged-people.service.ts';
import { createMailMetrics } from './modules/mails/mail-metrics.ts';
import { createMailSender } from './modules/mails/mail-sender.ts';
import { forgetFailedMails } from './modules/mails/mails.service.ts';
import { registerMatches } from './modules/match/match.routes.ts';
import { registerMyData } from './modules/my-data/my-data.routes.ts';
import { registerOpenSources } from './modules/open-sources/open-sources.routes.ts';
import type { CreateOpenHttp } from './modules/open-sources/runs/open-run.ts';
import { createSourceRows } from './modules/open-sources/source-rows.ts';
import { registerConsole } from './modules/operator/console.routes.ts';
import { registerOutbox } from './modules/outbox/outbox.routes.ts';
import { installStorageGuard } from './modules/storage/storage-guard.ts';
import { registerSystem } from './modules/system/system.routes.ts';
import { registerTableChanges } from './modules/tables/changes/changes.routes.ts';
import { registerDeletedRows } from './modules/tables/changes/deleted-rows.routes.ts';
import { registerMyRows } from './modules/tables/my-rows/my-rows.routes.ts';
import { registerPins } from './modules/tables/my-rows/pins.routes.ts';
import { registerTableRecords } from './modules/tables/records/records.routes.ts';
import { registerTables } from './modules/tables/tables.routes.ts';
import { createBitmapMetrics } from './modules/tables/totals/bitmap-metrics.ts';
import { createTableValues } from './modules/tables/values/table-values.service.ts';
import { registerTableViews } from './modules/tables/views/table-views.routes.ts';
import { registerTableVisits } from './modules/tables/views/table-visits.routes.ts';
import type { MakeAdapters } from './modules/tracking/source-adapters.ts';
import { registerTracking } from './modules/tracking/tracking.routes.ts';
import { createVisitMetrics } from './modules/tracking/visits/visit-metrics.ts';
import { endAnalyses } from './modules/trends/end-analyses.service.ts';
import { forgetVideos } from './modules/trends/forget-videos.service.ts';
import { registerTrends } from './modules/trends/trends.routes.ts';
import { installRequestCounter } from './modules/usage/request-counter.ts';
import { registerUsage } from './modules/usage/usage.routes.ts';
import { registerWebhooks } from './modules/webhooks/webhooks.routes.ts';
import { createMemberships } from './modules/workspaces/leave-all-workspaces.ts';
import { createFollowGroups } from './modules/workspaces/workspace-groups.service.ts';
import { createWorkspaceMetrics } from './modules/workspaces/workspace-metrics.ts';
import { registerWorkspaces } from './modules/workspaces/workspaces.routes.ts';
import { createOpenHttp } from './open-sources/download/open-http.ts';
import type { OpenSource } from './open-sources/open-source.ts';
import { openSources } from './open-sources/sources.ts';
import type { Platform } from './platform.ts';
import { installErrors, sendProblem } from './plugins/errors.ts';
import { installHeaders } from './plugins/headers.ts';
import { installJsonBody } from './plugins/json-body.ts';
import { installKnownPaths } from './plugins/known-paths.ts';
import { installRateLimits } from './plugins/rate-limits.ts';
import { installRequestLog } from './plugins/request-log.ts';
import { installTurns } from './plugins/turns.ts';
import { installUntrustedProxyWarning } from './plugins/untrusted-proxy.ts';
import { installWebApp } from './plugins/web-app.ts';
import { installJobs } from './queue/install-jobs.ts';
import { createQueueMetrics } from './queue/queue-metrics.ts';
import { installCleanUp, scheduleCleanUp } from './schedule/schedule-clean-up.ts';
import { scheduleJob } from './schedule/schedule-job.ts';
import { installServerRole } from './schedule/server-role.ts';

export interface AppOptions {
  /** Writes to standard output where absent. */
  readonly log?: FastifyBaseLogger;
  /** Directory of the built web app. */
  readonly webRoot?: string;
  /** The adapters of the real networks where absent. */
  readonly makeAdapters?: MakeAdapters;
  /** All open sources where absent. */
  readonly openSources?: readonly OpenSource[];
  /** Requests to the real publishers where absent. */
  readonly createOpenHttp?: CreateOpenHttp;
  /** Registries of parts that are older than the application, served by /metrics. */
  readonly metrics?: readonly Registry[];
  /** Milliseconds from the start to the first clean-up; a minute where absent. */
  readonly cleanUpDelay?: number;
}

/** The application, not listening. `app.ready()` before the first request. */
export async function buildApp(platform: Platform, options: AppOptions = {}): Promise<FastifyInstance> {
  const { config } = platform;
  const app = fastify({
    loggerInstance: options.log ?? createLog(config.logLevel),
    // Fastify's own log lines quote the path as it was sent; ours name the route.
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'request' }),
    genReqId: () => randomUUID(),
    childLoggerFactory: childWhenNeeded,
    requestIdHeader: false,
    trustProxy: config.trustProxy ?? false,
    // While the server drains, requests on open connections are still served.
    return503OnClosing: false,
    routerOptions: { maxParamLength: 2048 },
    // This keeps Fastify from loading its compilers of JSON schemas.
    schemaController: { compilersFactory: { buildValidator: refuseSchemas, buildSerializer: refuseSchemas } },
    frameworkErrors: (error, request, reply) => {
      reply.headers(securityHeaders(config.publicUrl));
      sendProblem(request, reply, classifyError(error));
    },
  });
  app.decorateRequest('caller', null);
  installServerRole(app, config.serverRole);
  installCleanUp(app, options.cleanUpDelay);
  installErrors(app);
  installHeaders(app, config.publicUrl);
  installRequestLog(app);
  installUntrustedProxyWarning(app);
  installRateLimits(app, platform);
  installTurns(app);
  installKnownPaths(app);
  installJsonBody(app);
  const admitKey = createKeyAdmission(app, platform, installKeyUsageLog(app, platform));
  const billing = createBillingPlatform(platform, (error, message) => app.log.warn({ err: error }, message));
  const sessions = createSessions(platform);
  const currentUsers = createCurrentUsers(billing);
  const readUser = (viewer: Member, isOperator = false) => currentUsers.read(viewer, null, isOperator);
  const values = createTableValues(platform.database);
  const sourceParts = { sources: options.openSources ?? openSources, rows: createSourceRows(platform) };
  // Accounts have connections of their own, so people can sign in whatever uses up the connections for requests.
  const accounts = { ...platform, database: platform.accounts };
  await installAuthentication(app, accounts, { sessions, admitKey });
  installRequestCounter(app, platform);
  installStorageGuard(app, platform);
  const columnStore = config.columnStore === null ? null : await openColumnStoreFeeding(app, platform, config.columnStore);
  const visitMetrics = createVisitMetrics(platform.database);
  const exportMetrics = createExportMetrics();
  const destinationMetrics = createDestinationMetrics(platform);
  registerSystem(app, platform, [
    visitMetrics.registry,
    createMailMetrics(platform.database),
    createQueueMetrics(platform.database),
    createBitmapMetrics(platform.database),
    exportMetrics.registry,
    destinationMetrics.registry,
    createWorkspaceMetrics(platform.database),
    ...(columnStore === null ? [] : [columnStore]),
    ...(options.metrics ?? []),
  ]);
  scheduleCleanUp(app, 'mails that failed', () => forgetFailedMails(platform));
  await registerOutbox(app, platform);
  await registerSandboxPages(app, billing, async (token, workspaceId) => {
    const identity = await sessions.identify(token, 'cookie', { tableName: null, workspaceId });
    if (identity.state !== 'live' || identity.membership === null) return null;
    requireWorkspaceNeed(openPortal, identity.membership);
    return { ...identity, workspaceId: identity.membership.workspaceId };
  });
  await installWebApp(app, { config, webRoot: options.webRoot });
  await app.register(
    async (api) => {
      registerAccounts(api, accounts, {
        sessions,
        currentUsers,
        endSubscriptionNow: (accountId) => endSubscriptionNow(billing, personalWorkspaceOf(accountId), 'account deleted'),
        endAnalyses: (transaction, accountId, now) => endAnalyses(transaction, personalWorkspaceOf(accountId), now),
        memberships: createMemberships(platform),
        followGroups: createFollowGroups(accounts, (message) => app.log.warn(message)),
      });
      registerOperatorAudit(api, platform);
      registerConsole(api, platform);
      registerErasures(api, platform);
      registerBilling(api, billing, readUser);
      registerKeys(api, platform);
      registerUsage(api, platform, readUser);
      registerDashboard(api, platform, sourceParts);
      registerOpenApi(api, platform);
      await registerLinkedIn(api, platform);
      registerMyData(api, platform);
      registerTables(api, platform, values);
      registerDeletedRows(api, platform);
      registerTableChanges(api, platform);
      registerTableRecords(api, platform);
      registerMatches(api, platform);
      registerTableViews(api, platform);
      registerTableVisits(api, platform);
      registerPins(api, platform);
      registerMyRows(api, platform, createTaggedPeople(platform));
      registerTableExports(api, platform, exportMetrics);
      const importing = openImportPlatform(platform);
      api.addHook('onClose', async () => importing.workers.end());
      registerTableImports(api, importing);
      registerImportLog(api, importing);
      registerImportUploads(api, importing);
      registerOpenSources(api, platform, {
        ...sourceParts,
        createHttp: options.createOpenHttp ?? createOpenHttp,
      });
      registerTracking(api, platform, { metrics: visitMetrics, values, makeAdapters: options.makeAdapters, forgetVideos });
      registerTrends(api, platform);
      registerAlerts(api, platform, { readRecipient: currentUsers.readRecipient });
      const { readMaker } = currentUsers;
      const { sendSoon } = registerDestinations(api, platform, {
        performers: {
          file: createFilePerformer(platform),
          alert: createMessagePerformer(platform),
          ...createCrmPerformers({ platform, readRecipient: readMaker }),
        },
        readRecipient: readMaker,
        onTried: destinationMetrics.tried,
      });
      registerCrm(api, platform, { readRecipient: readMaker, sendSoon });
      registerScheduledExports(api, platform, { readRecipient: currentUsers.readMaker });
      registerWebhooks(api, platform, { readRecipient: currentUsers.readMaker });
      registerWorkspaces(api, platform, {
        endSubscriptionNow: (workspaceId) => endSubscriptionNow(billing, workspaceId, 'workspace deleted'),
      });
    },
    { prefix: '/api/v1' },
  );
  registerAgents(app, platform);
  const deferred = createDeferredMailWork(platform);
  installJobs(app, platform, [createMailSender({ ...platform, deferred, log: app.log }), ...createErasureWork(platform)]);
  return app;
}

/** Feeds the copies in the column store. @returns the metrics of that */
async function openColumnStoreFeeding(
  app: FastifyInstance,
  { database, direct }: Platform,
  settings: ColumnStoreSettings,
): Promise<Registry> {
  const { createFeedMetrics, openFeeding } = await import('./column-store/open-feeding.ts');
  const feeding = openFeeding({ database, direct, settings, log: app.log });
  scheduleJob(app, {
    name: 'feeding of the column store',
    intervalMilliseconds: 1_000,
    retryMilliseconds: 10_000,
    run: () => feeding.look(),
  });
  scheduleCleanUp(app, 'erasures in the column store', () => feeding.forgetErasures());
  app.addHook('onClose', () => feeding.close());
  return createFeedMetrics(database);
}

function refuseSchemas(): never {
  throw new Error('A route has no schemas of Fastify: its endpoint definition validates.');
}
