/** Every route of the app, relative to its base path. Screens link by these names only. */
import type { TableName } from '@leadloom/shared/tables/tables';

/** Where the server hands out the app. */
export const APP_BASE = '/app';
/** Where the server answers calls. */
export const API_BASE = '/api/v1';

export const paths = {
  home: '/',
  login: '/login',
  register: '/register',
  resetPassword: '/reset-password',
  newPassword: '/new-password/:passwordCode',
  verify: '/verify/:verificationCode',
  confirmEmail: '/confirm-email/:code',
  dashboard: '/dashboard',
  payment: '/payment',
  success: '/success',
  profile: '/profile',
  keys: '/keys',
  apiDocs: '/docs/api',
  account: '/account',
  invoices: '/invoices',
  alerts: '/alerts',
  lists: '/lists',
  alertUnsubscription: '/alerts/unsubscribe/:token',
  social: '/social',
  socialDashboard: '/social-dashboard',
  linkedinOnboarding: '/linkedin/onboarding',
  linkedinCollector: '/linkedin/collector',
  linkedinPeople: '/linkedin/people',
  linkedinUser: '/linkedin/users/:userId',
  operator: '/operator',
  operatorJobs: '/operator/jobs',
  operatorSources: '/operator/sources',
  operatorData: '/operator/data',
  operatorInvites: '/operator/invites',
  operatorAudit: '/operator/audit',
} as const;

/** The screen of a data table. */
export function tablePath<const Name extends TableName>(name: Name): `/table/${Name}` {
  return `/table/${name}`;
}
