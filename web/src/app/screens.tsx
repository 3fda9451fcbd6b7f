/**
 * The one list of screens, from which routes, sidebar and drawer are built: a screen has a path, the frame of its
 * group, and its link. Each screen is a separate chunk, loaded when it is first shown.
 */
import { type TableName, tableLinks, tableNames } from '@leadloom/shared/tables/table-names';
import type { ReactElement } from 'react';
import { paths, recordPattern, tablePath } from '../lib/paths.ts';
import { lazyPage } from './lazy-page.ts';

/** The headings under which links follow the settled ones, in their order. */
export const linkSections = ['Data', 'Collect', 'Connections', 'Account'] as const;
type LinkSection = (typeof linkSections)[number];

/**
 * `main`: the first links, whose order is settled; `more`: those below them; `console`: tabs of the console; `search`: found by
 * the search alone, because another link leads there.
 */
type LinkGroup = 'main' | 'more' | 'console' | 'search';

interface ScreenLink {
  readonly label: string;
  readonly group: LinkGroup;
  /** The screen on which one may arrive by it. */
  readonly leadsOnTo?: string;
  /** The heading above a link of `more`, where there is room for headings. */
  readonly section?: LinkSection;
}

export interface Screen {
  readonly path: string;
  readonly element: ReactElement;
  /** Its link in sidebar and drawer, in the order of this list; null: it is reached from other screens. */
  readonly link: ScreenLink | null;
}

const AlertUnsubscriptionPage = lazyPage(() => import('./pages/alert-unsubscription-page.tsx'), 'AlertUnsubscriptionPage');
const ConfirmEmailPage = lazyPage(() => import('./pages/confirm-email-page.tsx'), 'ConfirmEmailPage');
const ErasureConfirmationPage = lazyPage(() => import('./pages/erasure-confirmation-page.tsx'), 'ErasureConfirmationPage');
const NewPasswordPage = lazyPage(() => import('./pages/new-password-page.tsx'), 'NewPasswordPage');
const NotFoundPage = lazyPage(() => import('./pages/not-found-page.tsx'), 'NotFoundPage');
const OnboardingPage = lazyPage(() => import('./pages/onboarding-page.tsx'), 'OnboardingPage');
const SocialDashboardPage = lazyPage(() => import('./pages/social-dashboard-page.tsx'), 'SocialDashboardPage');
const VerifyPage = lazyPage(() => import('./pages/verify-page.tsx'), 'VerifyPage');

const AccountSettings = lazyPage(() => import('../features/account-settings/account-settings.tsx'), 'AccountSettings');
const Alerts = lazyPage(() => import('../features/alerts/alerts.tsx'), 'Alerts');
const AccountExportsScreen = lazyPage(
  () => import('../features/operator-console/accounts/account-exports-screen.tsx'),
  'AccountExportsScreen',
);
const WorkspacesScreen = lazyPage(() => import('../features/operator-console/workspaces-screen.tsx'), 'WorkspacesScreen');
const AccountsScreen = lazyPage(() => import('../features/operator-console/accounts/accounts-screen.tsx'), 'AccountsScreen');
const AuditScreen = lazyPage(() => import('../features/operator-console/audit-screen.tsx'), 'AuditScreen');
const DataScreen = lazyPage(() => import('../features/operator-console/data-screen.tsx'), 'DataScreen');
const ErasuresScreen = lazyPage(() => import('../features/operator-console/erasures/erasures-screen.tsx'), 'ErasuresScreen');
const ImportFileScreen = lazyPage(() => import('../features/operator-console/import/import-file-screen.tsx'), 'ImportFileScreen');
const ImportResultScreen = lazyPage(
  () => import('../features/operator-console/import/import-result-screen.tsx'),
  'ImportResultScreen',
);
const ImportScreen = lazyPage(() => import('../features/operator-console/import/import-screen.tsx'), 'ImportScreen');
const InvitesScreen = lazyPage(() => import('../features/operator-console/invites-screen.tsx'), 'InvitesScreen');
const JobsScreen = lazyPage(() => import('../features/operator-console/jobs-screen.tsx'), 'JobsScreen');
const LinkedInAnswersScreen = lazyPage(
  () => import('../features/operator-console/linkedin-answers/linkedin-answers-screen.tsx'),
  'LinkedInAnswersScreen',
);
const OpenSourcesScreen = lazyPage(
  () => import('../features/operator-console/open-sources/open-sources-screen.tsx'),
  'OpenSourcesScreen',
);
const SourcesScreen = lazyPage(() => import('../features/operator-console/sources-screen.tsx'), 'SourcesScreen');
const ApiDocs = lazyPage(() => import('../features/api-docs/api-docs.tsx'), 'ApiDocs');
const ApiKeys = lazyPage(() => import('../features/api-keys/api-keys.tsx'), 'ApiKeys');
const CollectedPeople = lazyPage(() => import('../features/people/list/collected-people.tsx'), 'CollectedPeople');
const Collector = lazyPage(() => import('../features/collector/collector.tsx'), 'Collector');
const CrmPage = lazyPage(() => import('../features/destinations/crm/crm-page.tsx'), 'CrmPage');
const Dashboard = lazyPage(() => import('../features/dashboard/dashboard.tsx'), 'Dashboard');
const PersonPage = lazyPage(() => import('./pages/person-page.tsx'), 'PersonPage');
const Destinations = lazyPage(() => import('../features/destinations/destinations.tsx'), 'Destinations');
const ErasureForm = lazyPage(() => import('../features/erasure/erasure-form.tsx'), 'ErasureForm');
const Invoices = lazyPage(() => import('../features/invoices/invoices.tsx'), 'Invoices');
const MatchList = lazyPage(() => import('../features/match/match-list.tsx'), 'MatchList');
const Payment = lazyPage(() => import('../features/payment/payment.tsx'), 'Payment');
const Profile = lazyPage(() => import('../features/profile/profile.tsx'), 'Profile');
const ProviderAnswer = lazyPage(() => import('../features/provider-sign-in/provider-answer.tsx'), 'ProviderAnswer');
const RegistrationForm = lazyPage(() => import('../features/registration/registration-form.tsx'), 'RegistrationForm');
const ResetRequestForm = lazyPage(() => import('../features/password-reset/reset-request-form.tsx'), 'ResetRequestForm');
const SignInForm = lazyPage(() => import('../features/sign-in/sign-in-form.tsx'), 'SignInForm');
const JoinWorkspace = lazyPage(() => import('../features/join-workspace/join-workspace.tsx'), 'JoinWorkspace');
const ListPage = lazyPage(() => import('./pages/list-page.tsx'), 'ListPage');
const RowLists = lazyPage(() => import('../features/row-lists/row-lists.tsx'), 'RowLists');
const ScheduledExports = lazyPage(() => import('../features/scheduled-exports/scheduled-exports.tsx'), 'ScheduledExports');
const SubredditTracking = lazyPage(() => import('../features/tracking/subreddits/subreddit-tracking.tsx'), 'SubredditTracking');
const SubscriptionSuccess = lazyPage(
  () => import('../features/subscription-success/subscription-success.tsx'),
  'SubscriptionSuccess',
);
const Workspace = lazyPage(() => import('../features/workspace/workspace.tsx'), 'Workspace');
const Webhooks = lazyPage(() => import('../features/webhooks/webhooks.tsx'), 'Webhooks');
const RecordPage = lazyPage(() => import('../features/tables/records/record-page.tsx'), 'RecordPage');
const TableScreen = lazyPage(() => import('../features/tables/table-screen.tsx'), 'TableScreen');

const screen = (path: string, element: ReactElement, link: Screen['link'] = null): Screen => ({ path, element, link });
const main = (label: string) => ({ label, group: 'main' as const });
const more = (label: string, section: LinkSection = 'Account') => ({ label, group: 'more' as const, section });

/** Their links are among the first ones; those of all other tables are under `Data`. */
const mainTables: ReadonlySet<TableName> = new Set(['investors', 'companies']);

// Another table is another screen: no state is carried over.
const table = (name: TableName): Screen => {
  const label = tableLinks[name];
  return screen(
    tablePath(name),
    <TableScreen key={name} name={name} />,
    mainTables.has(name) ? main(label) : more(label, 'Data'),
  );
};

/** The screens in the frame of signing in. */
export const publicScreens: readonly Screen[] = [
  screen(paths.login, <SignInForm />),
  screen(paths.providerAnswer, <ProviderAnswer />),
  screen(paths.register, <RegistrationForm />),
  screen(paths.resetPassword, <ResetRequestForm />),
  screen(paths.newPassword, <NewPasswordPage />),
  screen(paths.verify, <VerifyPage />),
  screen(paths.confirmEmail, <ConfirmEmailPage />),
  screen(paths.erasure, <ErasureForm />),
  screen(paths.erasureConfirmation, <ErasureConfirmationPage />),
  screen(paths.alertUnsubscription, <AlertUnsubscriptionPage />),
];

/** The screens in a frame with or without a session. */
export const openScreens: readonly Screen[] = [screen(paths.apiDocs, <ApiDocs />), screen(paths.join, <JoinWorkspace />)];

/** Screens that need a session. */
export const sessionScreens: readonly Screen[] = [
  screen(paths.dashboard, <Dashboard />, main('Dashboard')),
  screen(paths.payment, <Payment />, main('Payment')),
  screen(paths.keys, <ApiKeys />, main('API Keys')),
  screen(paths.invoices, <Invoices />, main('Invoices')),
  screen(paths.profile, <Profile />, main('Profile')),
  screen(paths.linkedinOnboarding, <OnboardingPage />, {
    ...main('Linkedin Profiles'),
    leadsOnTo: paths.linkedinCollector,
  }),
  ...tableNames.map(table),
  screen(paths.linkedinCollector, <Collector />, { label: 'LinkedIn Collector', group: 'search' }),
  screen(paths.linkedinPeople, <CollectedPeople />, more('Collected People', 'Collect')),
  screen(paths.social, <SubredditTracking />, more('Reddit Collector', 'Collect')),
  screen(paths.socialDashboard, <SocialDashboardPage />, more('Social Dashboard', 'Collect')),
  screen(paths.match, <MatchList />, more('Match my list', 'Data')),
  screen(paths.lists, <RowLists />, more('Lists', 'Data')),
  screen(paths.list, <ListPage />),
  screen(paths.alerts, <Alerts />, more('Alerts', 'Data')),
  screen(paths.webhooks, <Webhooks />, more('Webhooks', 'Connections')),
  screen(paths.scheduledExports, <ScheduledExports />, more('Scheduled Exports', 'Connections')),
  screen(paths.destinations, <Destinations />, more('Destinations', 'Connections')),
  screen(paths.crm, <CrmPage />),
  screen(paths.account, <AccountSettings />, more('Account')),
  screen(paths.workspace, <Workspace />),
  screen(paths.success, <SubscriptionSuccess />),
  screen(paths.linkedinUser, <PersonPage />),
  ...tableNames.map((name) => screen(recordPattern(name), <RecordPage name={name} />)),
];

const tab = (label: string) => ({ label, group: 'console' as const });

/** Screens for operators alone; those with a link are tabs of the console, in this order. */
export const operatorScreens: readonly Screen[] = [
  screen(paths.operator, <AccountsScreen />, tab('Accounts')),
  screen(paths.operatorAccountExports, <AccountExportsScreen />),
  screen(paths.operatorWorkspaces, <WorkspacesScreen />, tab('Workspaces')),
  screen(paths.operatorJobs, <JobsScreen />, tab('Jobs')),
  screen(paths.operatorOpenSources, <OpenSourcesScreen />, tab('Open sources')),
  screen(paths.operatorSources, <SourcesScreen />, tab('Sources')),
  screen(paths.operatorLinkedInAnswers, <LinkedInAnswersScreen />, tab('What LinkedIn answers')),
  screen(paths.operatorData, <DataScreen />, tab('Data')),
  screen(paths.operatorImport, <ImportScreen />, tab('Import')),
  screen(paths.operatorImportFile, <ImportFileScreen />),
  screen(paths.operatorImportResult, <ImportResultScreen />),
  screen(paths.operatorErasures, <ErasuresScreen />, tab('Erasures')),
  screen(paths.operatorInvites, <InvitesScreen />, tab('Invites')),
  screen(paths.operatorAudit, <AuditScreen />, tab('Audit')),
];

/** The screen where no other one matches. */
export const notFound: ReactElement = <NotFoundPage />;

export interface NavigationLink {
  readonly label: string;
  readonly path: string;
  /** Another screen that is reached by it. */
  readonly leadsOnTo?: string | undefined;
}

/** The links of a group, in their order. */
export function linksOf(group: LinkGroup): readonly NavigationLink[] {
  return [...sessionScreens, ...operatorScreens].flatMap(({ path, link }) =>
    link?.group === group ? [{ label: link.label, path, leadsOnTo: link.leadsOnTo }] : [],
  );
}

/** The links of `more` under one heading. */
export function linksUnder(section: LinkSection): readonly NavigationLink[] {
  return sessionScreens.flatMap(({ path, link }) => (link?.section === section ? [{ label: link.label, path }] : []));
}
