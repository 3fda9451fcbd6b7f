/**
 * The responses of a healthy server: one verified account in its trial, with some data of every kind. Screens override what
 * they test.
 */
import { defaultCatalogue } from '@leadloom/server/modules/linkedin/catalogue/default-catalogue';
import { createCatalogueSigner } from '@leadloom/server/modules/linkedin/catalogue/sign-catalogue';
import { deriveSigningKey } from '@leadloom/server/modules/linkedin/catalogue/signing-key';
import type { User } from '@leadloom/shared/contract/accounts';
import type { getBilling } from '@leadloom/shared/contract/billing';
import type { CollectedProfile } from '@leadloom/shared/contract/collected-profiles';
import type { EndpointResult } from '@leadloom/shared/contract/endpoint';
import type { CollectorEntry } from '@leadloom/shared/contract/linkedin';
import type { Answers } from './api-stub.ts';

/** The origin of the app, as the browser sees it. */
export const ORIGIN = process.env.JOURNEY_ORIGIN ?? 'http://localhost:3457';
export const EMAIL = 'maren.holt@example.com';
export const PASSWORD = 'loom-and-weft-8';
const YEARS_FROM_NOW = '2098-03-01T09:00:00.000Z';

export function aUser(changes: Partial<User> = {}): User {
  return {
    email: EMAIL,
    verified: true,
    linkedin_onboarded: true,
    subscription: null,
    subscription_id: null,
    subscription_canceled: false,
    subscription_started_on: null,
    next_billing_cycle_on: null,
    is_trial: true,
    trial_ends_on: YEARS_FROM_NOW,
    currency: 'EUR',
    country: 'NO',
    full_name: 'Maren Holt',
    company_name: null,
    vat_number: null,
    address: null,
    usage: { request_count: 12, request_limit: 1000, export_count: 0, export_limit: 1000, period_end: YEARS_FROM_NOW },
    ...changes,
  };
}

export function aSubscriber(changes: Partial<User> = {}): User {
  return aUser({
    is_trial: false,
    trial_ends_on: null,
    subscription: 'Pro',
    subscription_id: 'sub_1',
    subscription_started_on: '2097-12-01T09:00:00.000Z',
    next_billing_cycle_on: YEARS_FROM_NOW,
    ...changes,
  });
}

export function aBilling(changes: Partial<EndpointResult<typeof getBilling>> = {}): EndpointResult<typeof getBilling> {
  return {
    provider: 'sandbox',
    plan: 'Pro',
    currency: 'EUR',
    amount: 4900,
    request_limit: 10_000,
    export_limit: 5000,
    status: null,
    ...changes,
  };
}

export function aCollectorEntry(changes: Partial<CollectorEntry> = {}): CollectorEntry {
  return {
    id: '11111111-1111-4111-8111-111111111111',
    url: 'https://www.linkedin.com/in/tove-lind',
    collected: false,
    status: null,
    profile_id: null,
    user_id: null,
    profile_url: null,
    email: null,
    ...changes,
  };
}

export const collectedProfile: CollectedProfile = {
  user_id: 'u1',
  profile_id: 'ACoAAtove',
  profile_url: 'https://www.linkedin.com/in/tove-lind',
  full_name: 'Tove Lind',
  photo_url: null,
  headline: 'Weaver of long threads',
  title: null,
  description: null,
  location: 'Bergen',
  country: 'Norway',
  company_url: null,
  company_name: 'Warp & Weft',
  email: null,
  connection_count: 12,
  follower_count: 34,
  experiences: [],
  educations: [],
  sections: {},
  missing_experiences: null,
  phones: [],
  websites: [],
  tags: [],
  parser_version: 1,
  collected_at: '2026-01-05T09:00:00.000Z',
  last_collected_at: '2026-01-05T09:00:00.000Z',
  updated_at: '2026-01-05T09:00:00.000Z',
};

/** A token that the client accepts: it reads the claims and checks no signature. @param expiresAt epoch seconds */
export function anAccessToken(subject: string, expiresAt = 4_000_000_000): string {
  const encode = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');
  const claims = { sub: subject, iat: Math.floor(Date.now() / 1000), exp: expiresAt, jti: crypto.randomUUID() };
  return `${encode({ alg: 'HS256', typ: 'at+jwt' })}.${encode(claims)}.c2lnbmF0dXJl`;
}

const signedCatalogue = createCatalogueSigner(deriveSigningKey([Buffer.alloc(32, 7)]))(defaultCatalogue);

/** @param subject whose tokens a sign-in and a refresh hand out */
export function healthyAnswers(subject: string): Answers {
  const tokens = () => ({ access_token: anAccessToken(subject), refresh_token: crypto.randomUUID() });
  return {
    login: () => ({ ...tokens(), msg: 'Welcome' }),
    beginPasskeyLogin: () => ({
      challenge: 'bG9vbQ',
      timeout: 300_000,
      rpId: 'localhost',
      allowCredentials: [],
      userVerification: 'required' as const,
    }),
    refresh: tokens,
    logout: () => ({ msg: 'Signed out' }),
    me: () => aUser(),
    getBilling: () => aBilling(),
    listApiKeys: () => ({ keys: [] }),
    getApiKeyUsage: () => ({ data: [] }),
    listInvoices: () => [{ id: 'in_1', invoice_url: 'https://invoice.example.com/in_1', paid_on: '2026-01-05T09:00:00.000Z' }],
    getTwoFactor: () => ({ enabled: false, recovery_codes_left: 0 }),
    listTableVisits: () => ({ data: [], total: 0 }),
    noteTableVisit: () => ({ table: 'companies', view_id: null, since: '2098-01-01T09:00:00.000Z' }),
    listAlertMessages: () => ({ data: [], total: 0, page: 1, per_page: 25 }),
    listWebhooks: () => ({ data: [], total: 0 }),
    listDestinations: () => ({ data: [], total: 0 }),
    listDestinationDeliveries: () => ({ data: [], total: 0, page: 1, per_page: 10 }),
    listCrmRuns: () => ({ data: [], total: 0, page: 1, per_page: 10 }),
    listCrmProperties: () => ({ data: [], row: null }),
    getDashboard: () => ({ work: [], first_steps: null }),
    markLookedAtTable: () => undefined,
    reportCatalogueCheck: () => undefined,
    listCatalogueChecks: () => ({ data: [] }),
    listSampleRows: () => ({ tables: [], account: false }),
    listViewNames: () => ({ data: [], total: 0 }),
    listPins: () => ({ data: [], total: 0 }),
    listWorkspaces: () => ({
      data: [{ id: 1, name: 'Personal', role: 'owner', rights: [], members: 1, is_personal: true }],
      total: 1,
    }),
    listPinnedCharts: () => ({ data: [], total: 0 }),
    listProfileRelated: () => ({ data: [] }),
    listProfileFacets: () => ({ data: [], total: 0 }),
    getPreferences: () => ({ layout: 'specified', layout_offer: 'closed' }),
    listSessions: () => ({ sessions: [] }),
    listPasskeys: () => ({ data: [], total: 0 }),
    resendVerification: () => ({ msg: 'A new link is on its way.' }),
    listJobs: () => ({ user_jobs: [], search_jobs: [], company_ids: [], risk_accepted_at: '2026-01-05T09:00:00.000Z' }),
    listRecollections: () => ({ data: [], total: 0, due: 0, next_due_at: null }),
    getRecollection: () => ({ every: null, due_at: null }),
    getCatalogue: () => signedCatalogue,
    getProfile: () => ({ profile: collectedProfile }),
    verifyEmail: () => ({ valid: true }),
  };
}
