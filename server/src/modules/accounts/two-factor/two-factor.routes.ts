/** Serves the second factor's rows. */
import * as contract from '@leadloom/shared/contract/account-settings';
import type { FastifyInstance } from 'fastify';
import { serveEndpoint } from '../../../http/route.ts';
import type { AccountParts } from '../account-parts.ts';

export function registerTwoFactor(app: FastifyInstance, { twoFactor, proof }: AccountParts): void {
  serveEndpoint(app, contract.getTwoFactor, async (_, { caller }) => {
    const { isOn, recoveryCodesLeft } = await twoFactor.status(await proof.requireAccount(caller.accountId));
    return { enabled: isOn, recovery_codes_left: recoveryCodesLeft };
  });

  serveEndpoint(app, contract.beginTwoFactor, async ({ body }, { caller }) => {
    const { secret, url } = await twoFactor.begin(await proof.byPassword(caller.accountId, body.password));
    return { secret, otpauth_url: url };
  });

  serveEndpoint(app, contract.enableTwoFactor, async ({ body }, { caller }) => {
    const account = await proof.requireAccount(caller.accountId);
    return { recovery_codes: await twoFactor.enable(account, body.code) };
  });

  serveEndpoint(app, contract.renewRecoveryCodes, async ({ body }, { caller }) => {
    const account = await proof.byBoth(caller.accountId, body);
    return { recovery_codes: await twoFactor.renewRecoveryCodes(account) };
  });

  serveEndpoint(app, contract.disableTwoFactor, async ({ body }, { caller }) => {
    await twoFactor.disable(await proof.byBoth(caller.accountId, body));
    return { msg: 'Two-factor sign-in is off.' };
  });
}
