/** Every route of the app, relative to its base path. Screens link by these names only. */
import type { TableName } from '@leadloom/shared/tables/tables';

/** The path at which the server delivers the app. */
export const APP_BASE = '/app';
/** The path at which the server answers calls. */
export const API_BASE = '/api/v1';

export const paths = {
  home: '/',
  login: '/login',
  /** The path to which the OpenID Connect provider sends people back; the server names it there. */
  providerAnswer: '/login/oidc',
  register: '/register',
  resetPassword: '/reset-password',
  newPassword: '/new-password/:passwordCode',
  verify: '/verify/:verificationCode',
  confirmEmail: '/confirm-email/:code',
  erasure: '/erasure',
  erasureConfirmation: '/erasure/confirm/:code',
  dashboard: '/dashboard',
  payment: '/payment',
  success: '/success',
  profile: '/profile',
  keys: '/keys',
  apiDocs: '/docs/api',
  account: '/account',
  workspace: '/workspace',
  /** The link in the mail of an invitation to a workspace. */
  join: '/join/:code',
  invoices: '/invoices',
  alerts: '/alerts',
  webhooks: '/webhooks',
  destinations: '/destinations',
  /** What a destination that is a CRM gets, and its runs. */
  crm: '/destinations/:destinationId',
  lists: '/lists',
  list: '/lists/:listId',
  match: '/match',
  scheduledExports: '/scheduled-exports',
  alertUnsubscription: '/alerts/unsubscribe/:token',
  social: '/social',
  socialDashboard: '/social-dashboard',
  linkedinOnboarding: '/linkedin/onboarding',
  linkedinCollector: '/linkedin/collector',
  linkedinPeople: '/linkedin/people',
  linkedinUser: '/linkedin/users/:userId',
  operator: '/operator',
  operatorAccountExports: '/operator/accounts/:accountId/exports',
  operatorJobs: '/operator/jobs',
  operatorSources: '/operator/sources',
  operatorOpenSources: '/operator/open-sources',
  operatorLinkedInAnswers: '/operator/linkedin-answers',
  operatorData: '/operator/data',
  operatorErasures: '/operator/erasures',
  operatorImport: '/operator/import',
  operatorImportFile: '/operator/import/file/:uploadId',
  operatorImportResult: '/operator/import/:importId',
  operatorWorkspaces: '/operator/workspaces',
  operatorInvites: '/operator/invites',
  operatorAudit: '/operator/audit',
} as const;

export function accountExportsPath(accountId: number): string {
  return `${paths.operator}/accounts/${accountId}/exports`;
}

/** The steps of an uploaded file before it is imported. */
export type ImportStep = 'file' | 'columns' | 'problems';

export function importFilePath(uploadId: string, step: ImportStep): string {
  return `${paths.operatorImport}/file/${uploadId}?step=${step}`;
}

/** @param uploadId of the file, as long as it can be gone back to */
export function importResultPath(importId: string, uploadId: string | null): string {
  return `${paths.operatorImport}/${importId}${uploadId === null ? '' : `?file=${uploadId}`}`;
}

/** The screen of a data table. */
export function tablePath<const Name extends TableName>(name: Name): `/table/${Name}` {
  return `/table/${name}`;
}

/** The page of one row of a data table, as the router has it. */
export function recordPattern(name: TableName): string {
  return `${tablePath(name)}/:id`;
}

/** The page of one of the account's lists of rows. */
export function listPath(id: number): string {
  return `${paths.lists}/${id}`;
}

/** The page of a destination that is a CRM. */
export function crmPath(id: string): string {
  return `${paths.destinations}/${id}`;
}

export function recordPath(name: TableName, id: number): string {
  return `${tablePath(name)}/${id}`;
}

/** The parts of the screen of a workspace. */
export const workspaceParts = ['members', 'activity', 'subscription', 'settings'] as const;
export type WorkspacePart = (typeof workspaceParts)[number];

export function workspacePath(part: WorkspacePart): string {
  return part === 'members' ? paths.workspace : `${paths.workspace}?show=${part}`;
}
