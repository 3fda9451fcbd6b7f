/** Every endpoint row by name. A convention test fails for a row without a handler or an access test. */
import * as settings from './account-settings.ts';
import * as accounts from './accounts.ts';
import * as billing from './billing.ts';
import * as profiles from './collected-profiles.ts';
import * as dataApi from './data-api.ts';
import type { EndpointRow } from './endpoint.ts';
import * as keys from './keys.ts';
import * as linkedin from './linkedin.ts';
import * as operator from './operator.ts';
import * as reddit from './reddit.ts';
import * as sources from './sources.ts';
import * as system from './system.ts';
import * as views from './table-views.ts';
import * as tables from './tables.ts';
import * as tiktok from './tiktok.ts';
import * as trends from './trends.ts';
import * as usage from './usage.ts';

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
  updateProfile: settings.updateProfile,
  changePassword: settings.changePassword,
  changeEmail: settings.changeEmail,
  confirmEmail: settings.confirmEmail,
  prove: settings.prove,
  listSessions: settings.listSessions,
  endSession: settings.endSession,
  endOtherSessions: settings.endOtherSessions,
  getTwoFactor: settings.getTwoFactor,
  beginTwoFactor: settings.beginTwoFactor,
  enableTwoFactor: settings.enableTwoFactor,
  renewRecoveryCodes: settings.renewRecoveryCodes,
  disableTwoFactor: settings.disableTwoFactor,
  deleteAccount: settings.deleteAccount,
  downloadMyData: settings.downloadMyData,
  listInvites: operator.listInvites,
  createInvite: operator.createInvite,
  deleteInvite: operator.deleteInvite,
  getBilling: billing.getBilling,
  createCheckoutSession: billing.createCheckoutSession,
  redirectToCheckout: billing.redirectToCheckout,
  reconcileCheckout: billing.reconcileCheckout,
  cancelSubscription: billing.cancelSubscription,
  openPortal: billing.openPortal,
  listInvoices: billing.listInvoices,
  receiveStripeEvent: billing.receiveStripeEvent,
  listApiKeys: keys.listApiKeys,
  createApiKey: keys.createApiKey,
  postApiKey: keys.postApiKey,
  deleteApiKey: keys.deleteApiKey,
  getApiKeyUsage: keys.getApiKeyUsage,
  getUsage: usage.getUsage,
  listDeletedRows: dataApi.listDeletedRows,
  getOpenApi: dataApi.getOpenApi,
  getHealth: system.getHealth,
  listJobs: linkedin.listJobs,
  saveUserJobs: linkedin.saveUserJobs,
  deleteUserJobs: linkedin.deleteUserJobs,
  saveSearchJobs: linkedin.saveSearchJobs,
  deleteSearchJob: linkedin.deleteSearchJob,
  parseProfile: linkedin.parseProfile,
  parseComponents: linkedin.parseComponents,
  parseCompany: linkedin.parseCompany,
  listProfiles: profiles.listProfiles,
  deleteProfiles: profiles.deleteProfiles,
  tagProfiles: profiles.tagProfiles,
  getProfileHistory: profiles.getProfileHistory,
  acceptRisk: linkedin.acceptRisk,
  searchCompanies: linkedin.searchCompanies,
  searchLocations: linkedin.searchLocations,
  getProfile: profiles.getProfile,
  exportProfiles: profiles.exportProfiles,
  exportExperiences: profiles.exportExperiences,
  completeOnboarding: linkedin.completeOnboarding,
  getCatalogue: linkedin.getCatalogue,
  proveToExtension: linkedin.proveToExtension,
  searchTopics: tables.searchTopics,
  searchSubreddits: tables.searchSubreddits,
  searchTikTokUsers: tables.searchTikTokUsers,
  searchHashtags: tables.searchHashtags,
  listTableViews: views.listTableViews,
  getTableView: views.getTableView,
  createTableView: views.createTableView,
  updateTableView: views.updateTableView,
  deleteTableView: views.deleteTableView,
  getTableLayout: views.getTableLayout,
  saveTableLayout: views.saveTableLayout,
  getSources: sources.getSources,
  listTrackedSubreddits: reddit.listTrackedSubreddits,
  trackSubreddits: reddit.trackSubreddits,
  untrackSubreddit: reddit.untrackSubreddit,
  suggestSubreddits: reddit.suggestSubreddits,
  listTrackedUsers: tiktok.listTrackedUsers,
  trackUsers: tiktok.trackUsers,
  untrackUser: tiktok.untrackUser,
  listTrends: trends.listTrends,
  deleteTrends: trends.deleteTrends,
  updateTrend: trends.updateTrend,
  mergeTrends: trends.mergeTrends,
  exportTrends: trends.exportTrends,
  analyzeTrends: trends.analyzeTrends,
  listAnalyses: trends.listAnalyses,
  getAnalysisStatus: trends.getAnalysisStatus,
  cancelAnalysis: trends.cancelAnalysis,
  previewTrends: trends.previewTrends,
  getTrendSettings: trends.getTrendSettings,
  saveTrendSettings: trends.saveTrendSettings,
} as const satisfies Record<string, EndpointRow>;

/** The endpoints every data table has: `companies.list`, `companies.export` and so on. */
export const tableEndpointRows: Readonly<Record<string, EndpointRow>> = Object.fromEntries(
  Object.entries(tables.tableEndpoints).flatMap(([name, rows]) =>
    Object.entries(rows).map(([operation, row]): [string, EndpointRow] => [`${name}.${operation}`, row]),
  ),
);

export type EndpointName = keyof typeof endpointRows;
