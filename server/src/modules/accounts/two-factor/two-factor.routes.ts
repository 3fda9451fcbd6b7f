/** The endpoints of the second factor. */
import * as contract from '@leadloom/shared/contract/account-settings';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type Caller, serveEndpoint } from '../../../http/route.ts';
import type { Platform } from '../../../platform.ts';
import type { AccountParts } from '../account-parts.ts';
import { readDeviceCookies } from '../sessions/session-cookies.ts';
import { createRecentProof } from '../sign-in/recent-proof.ts';

interface ShownEvidence {
  readonly password?: string | undefined;
  readonly code?: string | undefined;
}

export function registerTwoFactor(app: FastifyInstance, platform: Platform, { twoFactor, proof, devices }: AccountParts): void {
  const recentProof = createRecentProof(platform);
  const shownDevices = (request: FastifyRequest, email: string) => devices.hashesIn(readDeviceCookies(request), email);

  /** The account of a caller who shows password and code, or was proved recently. @throws {AppError} AUTH.PROOF_NEEDED */
  async function requireOwner({ accountId, sessionId }: Caller, { password, code }: ShownEvidence) {
    if (password !== undefined) return proof.byBoth(accountId, { password, code });
    await recentProof.require(sessionId);
    return proof.requireAccount(accountId);
  }

  serveEndpoint(app, contract.getTwoFactor, async (_, { caller }) => {
    const { isOn, recoveryCodesLeft } = await twoFactor.status(await proof.requireAccount(caller.accountId));
    return { enabled: isOn, recovery_codes_left: recoveryCodesLeft };
  });

  serveEndpoint(app, contract.beginTwoFactor, async ({ body }, { caller }) => {
    const { password } = body;
    // A code cannot be asked for: the second factor must be off.
    const account = password === undefined ? await requireOwner(caller, {}) : await proof.byPassword(caller.accountId, password);
    const { secret, url } = await twoFactor.begin(account);
    return { secret, otpauth_url: url };
  });

  serveEndpoint(app, contract.enableTwoFactor, async ({ body }, { caller, request }) => {
    const account = await proof.requireAccount(caller.accountId);
    const enabling = { storedDevices: shownDevices(request, account.email), sessionId: caller.sessionId };
    return { recovery_codes: await twoFactor.enable(account, body.code, enabling) };
  });

  serveEndpoint(app, contract.renewRecoveryCodes, async ({ body }, { caller, request }) => {
    const account = await requireOwner(caller, body);
    return { recovery_codes: await twoFactor.renewRecoveryCodes(account, shownDevices(request, account.email)) };
  });

  serveEndpoint(app, contract.disableTwoFactor, async ({ body }, { caller, request }) => {
    const account = await requireOwner(caller, body);
    const storedDevices = shownDevices(request, account.email);
    await twoFactor.disable(account, { storedDevices, sessionId: caller.sessionId });
    return { msg: 'Two-factor sign-in is off.' };
  });
}
