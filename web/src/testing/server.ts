/**
 * The API as stories see it. A request no handler answers fails the test (see `setup.ts`). Requests are taken where the app
 * makes them, as in a browser: sockets would take a tenth of the processor time of these tests. Only the simulated fetch,
 * which downloads use, is one request of Node.
 */
import { listAlertMessages } from '@leadloom/shared/contract/alert-messages';
import { reportCatalogueCheck } from '@leadloom/shared/contract/catalogue-checks';
import { getDashboard } from '@leadloom/shared/contract/dashboard';
import { listPins } from '@leadloom/shared/contract/pins';
import { firstPreferences, getPreferences } from '@leadloom/shared/contract/preferences';
import { listProfileFacets } from '@leadloom/shared/contract/profile-facets';
import { getRecollection, listRecollections } from '@leadloom/shared/contract/recollections';
import { listSampleRows, markLookedAtTable } from '@leadloom/shared/contract/sample-rows';
import { listPinnedCharts, listViewNames } from '@leadloom/shared/contract/table-views';
import { listTableVisits, noteTableVisit } from '@leadloom/shared/contract/table-visits';
import { getUsage } from '@leadloom/shared/contract/usage';
import { getWorkspaceVersions, listWorkspaces } from '@leadloom/shared/contract/workspaces';
import { ClientRequestInterceptor } from '@mswjs/interceptors/ClientRequest';
import { XMLHttpRequestInterceptor } from '@mswjs/interceptors/XMLHttpRequest';
import { HttpResponse, http } from 'msw';
import { defineNetwork, InterceptorSource } from 'msw/experimental';
import { answer } from './api.ts';
import { aPersonalWorkspace, aUsage } from './workspaces.ts';

/**
 * What screens ask for by themselves: the bell, the frame and the dashboard, what is new in a table, and who is to be
 * collected again. Stories about these answer differently.
 */
export const apiServer = defineNetwork({
  sources: [new InterceptorSource({ interceptors: [new XMLHttpRequestInterceptor(), new ClientRequestInterceptor()] })],
  onUnhandledFrame: 'error',
  context: { quiet: true },
  handlers: [
    answer(listAlertMessages, () => ({ data: [], total: 0, page: 1, per_page: 1 })),
    answer(listSampleRows, () => ({ tables: [], account: false })),
    answer(markLookedAtTable, () => undefined),
    answer(getDashboard, () => ({ work: [], first_steps: null })),
    // An account that has answered the offer of a layout.
    answer(getPreferences, () => ({ layout: firstPreferences.layout, layout_offer: 'closed' as const })),
    answer(listViewNames, () => ({ data: [], total: 0 })),
    answer(listPins, () => ({ data: [], total: 0 })),
    answer(listTableVisits, () => ({ data: [], total: 0 })),
    answer(noteTableVisit, ({ body }) => ({ ...body, since: '2026-03-27T08:00:00.000Z' })),
    answer(getRecollection, () => ({ every: null, due_at: null })),
    // The page reports at the end of a job.
    answer(reportCatalogueCheck, () => undefined),
    answer(listRecollections, () => ({ data: [], total: 0, due: 0, next_due_at: null })),
    http.get('/api/v1/table/:table/total', () => HttpResponse.json({ total: 0 })),
    // Fields work without counts.
    http.get('/api/v1/table/:table/facets', () => HttpResponse.json({ data: [], total: 0 })),
    http.get('/api/v1/table/:table/summary', () => HttpResponse.json({ data: [], total: 0, other: 0 })),
    answer(listProfileFacets, () => ({ data: [], total: 0 })),
    // Nobody has a part of their own.
    answer(getUsage, () => aUsage()),
    answer(listPinnedCharts, () => ({ data: [], total: 0 })),
    // Somebody who works alone.
    // Nobody else changes anything.
    answer(getWorkspaceVersions, () => ({ views: 0, lists: 0, marks: 0, notes: 0, alerts: 0, people: 0, members: 0 })),
    answer(listWorkspaces, () => ({ data: [aPersonalWorkspace()], total: 1 })),
  ],
});
