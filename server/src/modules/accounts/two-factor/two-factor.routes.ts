/** The endpoints of the second factor. */
import * as contract from '@leadloom/shared/contract/account-settings';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { serveEndpoint } from '../../../http/route.ts';
import type { AccountParts } from '../account-parts.ts';
import { readDeviceCookies } from '../session-cookies.ts';

export function registerTwoFactor(app: FastifyInstance, { twoFactor, proof, devices }: AccountParts): void {
  const shownDevices = (request: FastifyRequest, email: string) => devices.hashesIn(readDeviceCookies(request), email);

  serveEndpoint(app, contract.getTwoFactor, async (_, { caller }) => {
    const { isOn, recoveryCodesLeft } = await twoFactor.status(await proof.requireAccount(caller.accountId));
    return { enabled: isOn, recovery_codes_left: recoveryCodesLeft };
  });

  serveEndpoint(app, contract.beginTwoFactor, async ({ body }, { caller }) => {
    const { secret, url } = await twoFactor.begin(await proof.byPassword(caller.accountId, body.password));
    return { secret, otpauth_url: url };
  });

  serveEndpoint(app, contract.enableTwoFactor, async ({ body }, { caller, request }) => {
    const account = await proof.requireAccount(caller.accountId);
    const enabling = { keptDevices: shownDevices(request, account.email), sessionId: caller.sessionId };
    return { recovery_codes: await twoFactor.enable(account, body.code, enabling) };
  });

  serveEndpoint(app, contract.renewRecoveryCodes, async ({ body }, { caller, request }) => {
    const account = await proof.byBoth(caller.accountId, body);
    return { recovery_codes: await twoFactor.renewRecoveryCodes(account, shownDevices(request, account.email)) };
  });

  serveEndpoint(app, contract.disableTwoFactor, async ({ body }, { caller, request }) => {
    const account = await proof.byBoth(caller.accountId, body);
    await twoFactor.disable(account, shownDevices(request, account.email));
    return { msg: 'Two-factor sign-in is off.' };
  });
}
