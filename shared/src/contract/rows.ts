/** Every endpoint row by name. A convention test fails for a row without a handler or an access test. */
import * as accounts from './accounts.ts';
import type { EndpointRow } from './endpoint.ts';
import * as linkedin from './linkedin.ts';

export const endpointRows = {
  login: accounts.login,
  register: accounts.register,
  verifyEmail: accounts.verifyEmail,
  verify: accounts.verify,
  resendVerification: accounts.resendVerification,
  resetPassword: accounts.resetPassword,
  newPassword: accounts.newPassword,
  refresh: accounts.refresh,
  logout: accounts.logout,
  me: accounts.me,
  listJobs: linkedin.listJobs,
  saveUserJobs: linkedin.saveUserJobs,
  deleteUserJobs: linkedin.deleteUserJobs,
  saveSearchJobs: linkedin.saveSearchJobs,
  deleteSearchJob: linkedin.deleteSearchJob,
  parseProfile: linkedin.parseProfile,
  parseComponents: linkedin.parseComponents,
  parseCompany: linkedin.parseCompany,
  getProfile: linkedin.getProfile,
  exportProfiles: linkedin.exportProfiles,
  exportExperiences: linkedin.exportExperiences,
  completeOnboarding: linkedin.completeOnboarding,
  getCatalogue: linkedin.getCatalogue,
} as const satisfies Record<string, EndpointRow>;

export type EndpointName = keyof typeof endpointRows;
