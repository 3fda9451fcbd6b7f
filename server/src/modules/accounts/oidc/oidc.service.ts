/**
 * Signing in with the operator's OpenID Connect provider, proving the owner by it, and an account's list of such sign-ins. An
 * account's own second factor is asked for all the same: the provider vouches for the email alone.
 */

import { OIDC_LINK_LIMIT } from '@leadloom/shared/contract/oidc';
import type { OidcSettings } from '../../../config.ts';
import { AppError } from '../../../http/app-error.ts';
import type { Caller } from '../../../http/route.ts';
import { readEmailAddress } from '../../../mail/email-address.ts';
import { noticeFor } from '../../../mail/mail-queue.ts';
import type { Platform } from '../../../platform.ts';
import type { AccountMails } from '../account-mails.ts';
import type { Account } from '../accounts.repository.ts';
import type { Browser, Sessions } from '../sessions/sessions.service.ts';
import type { Devices } from '../sign-in/devices.service.ts';
import type { OwnerProof } from '../sign-in/owner-proof.ts';
import { refuseBlocked } from '../sign-in/refuse-blocked.ts';
import type { SignInTrace } from '../sign-in/sign-in-log.ts';
import type { ShownFactor, TwoFactor } from '../two-factor/two-factor.service.ts';
import { createOidcFlows, type FlowSecrets, type FlowUse } from './oidc-flows.ts';
import * as repository from './oidc-links.repository.ts';
import type { ConfirmedPerson, OidcProvider } from './oidc-provider.ts';

const SIGN_IN: FlowUse = { purpose: 'sign-in', accountId: null };
const SECOND_FACTOR: FlowUse = { purpose: 'second factor', accountId: null };
const DAY = 24 * 3600 * 1000;
/** The clocks of provider and database may differ by this much. */
const CLOCK_SECONDS = 30;
/** The page that hands over what the provider answered. */
const ANSWER_PATH = '/app/login/oidc';

/** @param groups their names, as the provider sent them */
export type FollowGroups = (accountId: number, groups: readonly string[]) => Promise<void>;

interface OidcParts {
  readonly mails: AccountMails;
  readonly devices: Devices;
  readonly sessions: Sessions;
  readonly twoFactor: TwoFactor;
  readonly proof: OwnerProof;
  readonly warn: (error: unknown) => void;
  /** Makes the account a member of the workspaces that its groups name, and of no other that the settings name. */
  readonly followGroups: FollowGroups;
}

/** A browser that comes back from the provider. */
interface OidcBrowser extends Browser {
  /** The cookie it got at the start. */
  readonly browserSecret: string | null;
  /** The device cookies it got at earlier sign-ins. */
  readonly deviceCookies: readonly string[];
}

type Owner = Pick<Caller, 'accountId' | 'sessionId' | 'email'>;

export function createOidc(platform: Platform, { mails, devices, sessions, twoFactor, proof, warn, followGroups }: OidcParts) {
  const { config, database, mailQueue, now } = platform;
  const { oidc, publicUrl, supportEmail } = config;
  const flows = createOidcFlows(platform);
  const redirectUri = `${publicUrl}${ANSWER_PATH}`;
  let provider: Promise<OidcProvider> | null = null;

  /** @throws {AppError} OIDC.UNAVAILABLE */
  function requireSettings(): OidcSettings {
    if (oidc === null) throw new AppError('OIDC.UNAVAILABLE');
    return oidc;
  }

  /** Returns the provider, whose library is loaded with the first sign-in. @throws {AppError} OIDC.UNAVAILABLE */
  async function requireProvider(): Promise<OidcProvider> {
    const settings = requireSettings();
    provider ??= import('./oidc-provider.ts').then(({ createOidcProvider }) => createOidcProvider(settings, warn));
    return provider;
  }

  /** @throws {AppError} OIDC.UNAVAILABLE, OIDC.PROVIDER_FAILED */
  async function begin(use: FlowUse, shown: string | null) {
    const { browserSecret, ...secrets } = await flows.begin(use, shown);
    const asking = await requireProvider();
    const url = await asking.addressFor({ ...secrets, redirectUri, isProof: use.purpose === 'proof' });
    return { url, browserSecret };
  }

  /**
   * Uses up the flow that an answer names, and asks the provider who it is about.
   * @throws {AppError} OIDC.UNAVAILABLE, OIDC.PROVIDER_FAILED, OIDC.REFUSED, OIDC.CANCELLED
   */
  async function confirm(
    answer: string,
    use: FlowUse,
    browserSecret: string | null,
  ): Promise<ConfirmedPerson & FlowSecrets & { readonly startedAt: Date }> {
    const confirming = await requireProvider();
    const parameters = new URLSearchParams(answer);
    const flow = await flows.spend(use, parameters.get('state') ?? '', browserSecret);
    if (flow === null) throw new AppError('OIDC.REFUSED');
    if (parameters.has('error')) throw new AppError('OIDC.CANCELLED');
    const person = await confirming.confirm(new URL(`${redirectUri}?${parameters.toString()}`), flow);
    return { ...flow, ...person };
  }

  /** @throws {AppError} AUTH.UNAUTHORIZED for a blocked account, OIDC.* */
  async function findAccount({ subject, email: named, isEmailVerified }: ConfirmedPerson) {
    const { issuer, name } = requireSettings();
    const time = now();
    const joining = {
      issuer,
      subject,
      email: isEmailVerified && named !== null ? readEmailAddress(named) : null,
      mayCreate: config.registration === 'open',
      limit: OIDC_LINK_LIMIT,
      now: time,
      trialEndsAt: new Date(time.getTime() + config.trial.days * DAY),
    };
    const outcome = await repository.joinAccount(database, joining, async (transaction, { state, account }): Promise<void> => {
      if (state === 'joined')
        await mailQueue.enqueue(transaction, mails.oidcLinkAdded(account.email, name), noticeFor(account.id));
      if (state === 'begun anew')
        await mailQueue.enqueue(transaction, mails.accountBegunByOidc(account.email, name), noticeFor(account.id));
    });
    if (outcome.state === 'no verified email') throw new AppError('OIDC.EMAIL_UNVERIFIED');
    if (outcome.state === 'no account') throw new AppError('OIDC.NO_ACCOUNT');
    if (outcome.state === 'full') throw new AppError('OIDC.LINK_LIMIT_REACHED');
    mailQueue.kick();
    refuseBlocked(outcome.account, supportEmail);
    if (outcome.state === 'blocked') throw new AppError('AUTH.UNAUTHORIZED');
    return outcome;
  }

  /** The provider vouches for groups whatever second factor is shown afterwards. Without the claim, nothing is known of them. */
  async function bringGroupsUpToDate(accountId: number, { groups }: ConfirmedPerson): Promise<void> {
    const { groups: named, groupsClaim } = requireSettings();
    if (named.length === 0) return;
    if (groups === null) warn(new Error(`the provider sent no list of names in the claim “${groupsClaim}”`));
    else await followGroups(accountId, groups);
  }

  /** @throws {AppError} OIDC.REFUSED if the account or the link has changed in the meantime */
  async function start(account: Account, linkId: string, { deviceCookies, userAgent, address }: OidcBrowser) {
    const shown = { oidcLinkId: linkId, hasShownSecondFactor: account.totpEnabledAt !== null };
    const tokens = await sessions.start(account.id, shown, { userAgent, address });
    if (tokens === null) throw new AppError('OIDC.REFUSED');
    const device = await devices.find(deviceCookies, account.email);
    return { tokens, deviceCookie: await devices.keep(account, device) };
  }

  return {
    /** @throws {AppError} OIDC.UNAVAILABLE, OIDC.PROVIDER_FAILED */
    async beginSignIn(browserSecret: string | null) {
      requireSettings();
      return begin(SIGN_IN, browserSecret);
    },

    /**
     * The response contains the device cookie for the browser.
     * @throws {AppError} OIDC.*, AUTH.UNAUTHORIZED for a blocked account, TWO_FACTOR.CODE_REQUIRED
     */
    async signIn(answer: string, browser: OidcBrowser, trace: SignInTrace) {
      const { state, ...person } = await confirm(answer, SIGN_IN, browser.browserSecret);
      const { account, linkId } = await findAccount(person);
      trace.accountId = account.id;
      await bringGroupsUpToDate(account.id, person);
      if (account.totpEnabledAt === null) return start(account, linkId, browser);
      await flows.keep(SECOND_FACTOR, state, browser.browserSecret ?? '', linkId);
      throw new AppError('TWO_FACTOR.CODE_REQUIRED');
    },

    /** @throws {AppError} OIDC.UNAVAILABLE, OIDC.REFUSED, AUTH.UNAUTHORIZED, TWO_FACTOR.CODE_WRONG, RATE.LIMITED */
    async showSecondFactor(state: string, code: string, browser: OidcBrowser, trace: SignInTrace) {
      requireSettings();
      const { browserSecret, deviceCookies } = browser;
      const linkId = (await flows.find(SECOND_FACTOR, state, browserSecret))?.linkId ?? null;
      const account = linkId === null ? null : await repository.findLinkedAccount(database, linkId);
      if (account === null || linkId === null) throw new AppError('OIDC.REFUSED');
      trace.accountId = account.id;
      refuseBlocked(account, supportEmail);
      const device = await devices.find(deviceCookies, account.email);
      trace.factor = await twoFactor.demand(account, code, device === null ? { at: 'sign-in' } : { at: 'known device', device });
      if ((await flows.spend(SECOND_FACTOR, state, browserSecret)) === null) throw new AppError('OIDC.REFUSED');
      return start(account, linkId, browser);
    },

    /** Newest first. @throws {AppError} AUTH.SESSION_EXPIRED */
    async list(accountId: number) {
      const { passwordHash } = await proof.requireAccount(accountId);
      const links = await repository.listLinks(database, accountId);
      return { data: links.map(describeLink), total: links.length, has_password: passwordHash !== null };
    },

    /** Ends all other sessions. @throws {AppError} OIDC.LINK_NOT_FOUND, OIDC.LINK_NEEDED */
    async remove({ accountId, sessionId, email }: Owner, linkId: string): Promise<void> {
      const mail = mails.oidcLinkRemoved(email, oidc?.name ?? 'another provider');
      const outcome = await repository.removeLink(database, { accountId, linkId, sessionId, now: now() }, (transaction) =>
        mailQueue.enqueue(transaction, mail, noticeFor(accountId)),
      );
      if (outcome === 'not found') throw new AppError('OIDC.LINK_NOT_FOUND');
      if (outcome === 'needed') throw new AppError('OIDC.LINK_NEEDED');
      mailQueue.kick();
    },

    /** @throws {AppError} OIDC.UNAVAILABLE, OIDC.PROVIDER_FAILED */
    async beginProof(accountId: number, browserSecret: string | null) {
      requireSettings();
      return begin({ purpose: 'proof', accountId }, browserSecret);
    },

    /**
     * The second factor is judged first, so that the answer can be shown again with another code.
     * @returns what was shown in addition to the provider's answer
     * @throws {AppError} OIDC.*, TWO_FACTOR.CODE_REQUIRED, TWO_FACTOR.CODE_WRONG, RATE.LIMITED
     */
    async prove(
      { accountId, sessionId }: Owner,
      answer: string,
      code: string | undefined,
      browserSecret: string | null,
    ): Promise<ShownFactor> {
      const { issuer } = requireSettings();
      const account = await proof.requireAccount(accountId);
      const factor = await twoFactor.demand(account, code, { at: 'session' });
      const person = await confirm(answer, { purpose: 'proof', accountId }, browserSecret);
      const oldest = person.startedAt.getTime() / 1000 - CLOCK_SECONDS;
      if (person.authTime === null || person.authTime < oldest) throw new AppError('OIDC.NOT_RECENT');
      const shown = { issuer, subject: person.subject, hasShownSecondFactor: account.totpEnabledAt !== null };
      const isProved = await repository.proveByLink(database, { ...shown, accountId, sessionId, now: now() });
      if (!isProved) throw new AppError('OIDC.NOT_OWNER');
      return factor;
    },

    deleteExpiredFlows: flows.deleteExpired,
  };
}

function describeLink({ id, email, createdAt, lastUsedAt }: repository.OidcLink) {
  return { id, email, created_at: createdAt.toISOString(), last_used_at: lastUsedAt.toISOString() };
}
