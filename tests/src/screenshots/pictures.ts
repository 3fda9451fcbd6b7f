/** Every screen of the app, and states of screens, with what is there once it is ready. */
import { type TableName, tableByName, tableNames } from '@leadloom/shared/tables/tables';
import { expect, type Page } from '@playwright/test';
import { dropLetter, readContacts, readWorkbook } from './import-states.ts';
import {
  openAdvanced,
  openChart,
  openCounts,
  openEmptyAdvanced,
  openLastQuestions,
  openPeopleCounts,
  openPinnedCharts,
} from './question-states.ts';
import {
  dropImportFile,
  importRows,
  LONG,
  matchSomeLines,
  openAccountExports,
  openKinds,
  openList,
  openMapping,
  openMembers,
  openPalette,
  openPreview,
  openRecordPage,
  openRecordSidePanel,
  openSampleProfile,
  openTrends,
  readImportFile,
  showCheck,
  showDeliveries,
} from './states.ts';

export interface Picture {
  readonly name: string;
  /** The route below /app; with its parameters where `open` leads there. */
  readonly path: string;
  readonly text?: string | RegExp;
  /** Opens the screen, instead of going to the path. */
  readonly open?: (page: Page) => Promise<void>;
}

const screen = (name: string, path: string, text: string | RegExp): Picture => ({ name, path, text });
const state = (name: string, path: string, open: (page: Page) => Promise<void>): Picture => ({ name, path, open });

/** The pictures without a session. */
export const publicPictures: readonly Picture[] = [
  screen('sign-in', '/login', 'Sign in to Leadloom'),
  screen('sign-in-provider-answer', '/login/oidc', 'could not be confirmed'),
  screen('register', '/register', 'Register'),
  screen('reset-password', '/reset-password', 'Reset password'),
  screen('new-password', '/new-password/abc', 'Set new password'),
  screen('verify', '/verify/abc', 'Incorrect verification code'),
  screen('confirm-email', '/confirm-email/abc', 'Email change'),
  screen('erasure', '/erasure', 'Ask to be removed'),
  screen('erasure-confirmation', '/erasure/confirm/abc', 'Incorrect verification code'),
  screen('alert-unsubscription', '/alerts/unsubscribe/a-token-of-nobody', 'Stop emails from an alert'),
  screen('api-docs', '/docs/api', 'How to use the API'),
  screen('join-workspace', '/join/a-code-of-nobody', 'Create an account'),
  screen('not-found', '/nowhere', 'Page Not Found'),
];

const table = (name: TableName): Picture =>
  state(name, `/table/${name}`, async (page) => {
    await page.goto(`/app/table/${name}`);
    await expect(
      page
        .getByRole('grid', { name: tableByName(name).title })
        .getByRole('checkbox')
        .nth(1),
    ).toBeVisible(LONG);
  });
const record = (name: TableName): Picture =>
  state(`record-page-${name}`, `/table/${name}/:id`, (page) => openRecordPage(page, name));

/** The pictures of an account that has never used the collector; all others are led on. */
export const newcomerPictures: readonly Picture[] = [
  screen('onboarding', '/linkedin/onboarding', 'Set up the LinkedIn collector'),
];

/** The pictures of an account with a subscription, keys, lists, alerts and the rest. */
export const sessionPictures: readonly Picture[] = [
  screen('dashboard', '/dashboard', 'Both reset on'),
  screen('payment', '/payment', 'Next billing date'),
  screen('success', '/success', 'Subscription'),
  screen('api-keys', '/keys', '*******'),
  screen('invoices', '/invoices', /^Invoice of /),
  screen('profile', '/profile', 'VAT Number'),
  screen('account', '/account', /^Signed in on/),
  screen('collector', '/linkedin/collector', '/in/sample-'),
  screen('collected-people', '/linkedin/people', '24 people'),
  screen('subreddits', '/social', 'never crawled'),
  screen('social-dashboard', '/social-dashboard', 'Untrack'),
  state('trends', '/social-dashboard', openTrends),
  screen('match', '/match', 'Match my list'),
  state('match-result', '/match', matchSomeLines),
  screen('lists', '/lists', 'Nordic companies'),
  state('list', '/lists/:listId', openList),
  screen('scheduled-exports', '/scheduled-exports', 'Nordic companies, weekly'),
  screen('alerts', '/alerts', /this is a test/),
  state('webhooks', '/webhooks', showDeliveries),
  screen('destinations', '/destinations', /^Last run on/),
  state('destination-kinds', '/destinations', openKinds),
  state('crm-mapping', '/destinations/:destinationId', openMapping),
  state('crm-preview', '/destinations/:destinationId', openPreview),
  ...tableNames.map(table),
  ...tableNames.map(record),
  state('record', '/table/companies', openRecordSidePanel),
  state('palette', '/dashboard', openPalette),
  state('profile-detail', '/linkedin/users/:userId', openSampleProfile),
  state('advanced', '/table/companies', openAdvanced),
  state('advanced-empty', '/table/companies', openEmptyAdvanced),
  state('counts', '/table/companies', openCounts),
  state('people-counts', '/linkedin/people', openPeopleCounts),
  state('last-questions', '/table/companies', openLastQuestions),
  state('chart', '/table/companies', (page) => openChart(page, '/table/companies?show=chart&by=vertical')),
  state('chart-days', '/table/companies', (page) =>
    openChart(page, '/table/companies?show=chart&by=last_funded&measure=median&of=revenue'),
  ),
  state('chart-two', '/table/companies', (page) => openChart(page, '/table/companies?show=chart&by=country&by=business_status')),
  state('chart-map', '/table/companies', (page) => openChart(page, '/table/companies?show=chart&by=country&by=vertical')),
  screen('chart-empty', '/table/companies?city=Nowhere&show=chart&by=vertical', 'No rows match'),
  state('people-chart', '/linkedin/people', (page) => openChart(page, '/linkedin/people?show=chart&by=country')),
  screen('people-chart-empty', '/linkedin/people?title=nobody&show=chart&by=country', 'Nobody matches'),
  // Views with charts stand in the sidebar from here on.
  state('dashboard-charts', '/dashboard', openPinnedCharts),
  state('workspace', '/workspace', openMembers),
  // The last one: it signs in to LinkedIn.
  state('linkedin-check', '/linkedin/collector', showCheck),
];

/** The pictures of an operator whose session has shown the second factor. */
export const operatorPictures: readonly Picture[] = [
  screen('operator-accounts', '/operator', 'sample@leadloom.example ('),
  state('operator-account-exports', '/operator/accounts/:accountId/exports', openAccountExports),
  screen('operator-workspaces', '/operator/workspaces', 'Workspaces'),
  screen('operator-jobs', '/operator/jobs', 'Jobs'),
  screen('operator-open-sources', '/operator/open-sources', 'Where do you sell?'),
  screen('operator-sources', '/operator/sources', 'Requests today'),
  screen('operator-linkedin-answers', '/operator/linkedin-answers', 'What LinkedIn answers'),
  screen('operator-data', '/operator/data', 'The database uses'),
  screen('operator-import', '/operator/import', 'Drop a file here'),
  state('import-file', '/operator/import/file/:uploadId', dropImportFile),
  state('import-columns', '/operator/import/file/:uploadId', (page) => readImportFile(page, 'columns')),
  state('import-contacts', '/operator/import/file/:uploadId', readContacts),
  state('import-workbook', '/operator/import/file/:uploadId', readWorkbook),
  state('import-letter', '/operator/import/file/:uploadId', dropLetter),
  state('import-problems', '/operator/import/file/:uploadId', (page) => readImportFile(page, 'problems')),
  state('import-result', '/operator/import/:importId', importRows),
  screen('operator-erasures', '/operator/erasures', 'maren@nordlys.example'),
  screen('operator-invites', '/operator/invites', 'mara@example.com'),
  screen('operator-audit', '/operator/audit', 'Created an invite'),
];
