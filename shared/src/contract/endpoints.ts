/**
 * Every endpoint definition by name: everything the modules of the contract export. A convention test fails for an
 * endpoint without a handler or an access test.
 */
import * as settings from './account-settings.ts';
import * as accounts from './accounts.ts';
import * as alertMessages from './alert-messages.ts';
import * as alerts from './alerts.ts';
import * as billing from './billing.ts';
import * as catalogueChecks from './catalogue-checks.ts';
import * as collectedPeople from './collected-people.ts';
import * as profiles from './collected-profiles.ts';
import * as crm from './crm.ts';
import * as dashboard from './dashboard.ts';
import * as dataApi from './data-api.ts';
import * as destinations from './destinations.ts';
import type { EndpointDefinition } from './endpoint.ts';
import * as erasures from './erasures.ts';
import * as exportFiles from './export-files.ts';
import * as importUploads from './import-uploads.ts';
import * as imports from './imports.ts';
import * as keys from './keys.ts';
import * as linkedin from './linkedin.ts';
import * as match from './match.ts';
import * as myRowChanges from './my-row-changes.ts';
import * as myRows from './my-rows.ts';
import * as oidc from './oidc.ts';
import * as openSources from './open-sources.ts';
import * as operator from './operator.ts';
import * as operatorAccounts from './operator-accounts.ts';
import * as audit from './operator-audit.ts';
import * as operatorSystem from './operator-system.ts';
import * as operatorWorkspaces from './operator-workspaces.ts';
import * as passkeys from './passkeys.ts';
import * as peopleChanges from './people-changes.ts';
import * as pins from './pins.ts';
import * as preferences from './preferences.ts';
import * as profileFacets from './profile-facets.ts';
import * as profileRelated from './profile-related.ts';
import * as recollections from './recollections.ts';
import * as reddit from './reddit.ts';
import * as sampleRows from './sample-rows.ts';
import * as scheduledExports from './scheduled-exports.ts';
import * as sources from './sources.ts';
import * as system from './system.ts';
import * as views from './table-views.ts';
import * as visits from './table-visits.ts';
import * as tables from './tables.ts';
import * as tiktok from './tiktok.ts';
import * as trendVideos from './trend-videos.ts';
import * as trends from './trends.ts';
import * as usage from './usage.ts';
import * as webhooks from './webhooks.ts';
import * as workspaces from './workspaces.ts';

type EndpointsOf<Module> = {
  readonly [Name in keyof Module as Module[Name] extends EndpointDefinition ? Name : never]: Module[Name];
};

function endpointsOf<Module extends object>(module: Module): EndpointsOf<Module> {
  return Object.fromEntries(Object.entries(module).filter(([, value]) => isEndpoint(value))) as EndpointsOf<Module>;
}

function isEndpoint(value: unknown): value is EndpointDefinition {
  return typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'success' in value;
}

export const endpoints = {
  ...endpointsOf(accounts),
  ...endpointsOf(settings),
  ...endpointsOf(passkeys),
  ...endpointsOf(oidc),
  ...endpointsOf(operator),
  ...endpointsOf(audit),
  ...endpointsOf(operatorAccounts),
  ...endpointsOf(operatorWorkspaces),
  ...endpointsOf(imports),
  ...endpointsOf(importUploads),
  ...endpointsOf(erasures),
  ...endpointsOf(operatorSystem),
  ...endpointsOf(openSources),
  ...endpointsOf(billing),
  ...endpointsOf(keys),
  ...endpointsOf(usage),
  ...endpointsOf(dashboard),
  ...endpointsOf(sampleRows),
  ...endpointsOf(preferences),
  ...endpointsOf(dataApi),
  ...endpointsOf(system),
  ...endpointsOf(linkedin),
  ...endpointsOf(catalogueChecks),
  ...endpointsOf(recollections),
  ...endpointsOf(profiles),
  ...endpointsOf(collectedPeople),
  ...endpointsOf(peopleChanges),
  ...endpointsOf(profileFacets),
  ...endpointsOf(profileRelated),
  ...endpointsOf(tables),
  ...endpointsOf(views),
  ...endpointsOf(visits),
  ...endpointsOf(myRows),
  ...endpointsOf(myRowChanges),
  ...endpointsOf(pins),
  ...endpointsOf(match),
  ...endpointsOf(alerts),
  ...endpointsOf(alertMessages),
  ...endpointsOf(scheduledExports),
  ...endpointsOf(exportFiles),
  ...endpointsOf(webhooks),
  ...endpointsOf(destinations),
  ...endpointsOf(crm),
  ...endpointsOf(workspaces),
  ...endpointsOf(sources),
  ...endpointsOf(reddit),
  ...endpointsOf(tiktok),
  ...endpointsOf(trends),
  ...endpointsOf(trendVideos),
};

export type EndpointName = keyof typeof endpoints;
