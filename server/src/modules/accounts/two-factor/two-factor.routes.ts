/** Serves the second factor's rows. Switching it on, off or renewing its recovery codes is told to the owner by mail. */
import * as contract from '@leadloom/shared/contract/account-settings';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { serveEndpoint } from '../../../http/route.ts';
import type { Platform } from '../../../platform.ts';
import type { AccountParts } from '../account-parts.ts';
import type { AfterAnswer } from '../after-answer.ts';
import { readDeviceCookies } from '../session-cookies.ts';

export function registerTwoFactor(
  app: FastifyInstance,
  { mailer }: Platform,
  { twoFactor, proof, mails, devices }: AccountParts,
  afterAnswer: AfterAnswer,
): void {
  const shownDevices = (request: FastifyRequest, email: string) => devices.hashesIn(readDeviceCookies(request), email);

  serveEndpoint(app, contract.getTwoFactor, async (_, { caller }) => {
    const { isOn, recoveryCodesLeft } = await twoFactor.status(await proof.requireAccount(caller.accountId));
    return { enabled: isOn, recovery_codes_left: recoveryCodesLeft };
  });

  serveEndpoint(app, contract.beginTwoFactor, async ({ body }, { caller }) => {
    const { secret, url } = await twoFactor.begin(await proof.byPassword(caller.accountId, body.password));
    return { secret, otpauth_url: url };
  });

  serveEndpoint(app, contract.enableTwoFactor, async ({ body }, { caller, request, reply }) => {
    const account = await proof.requireAccount(caller.accountId);
    const codes = await twoFactor.enable(account, body.code, shownDevices(request, account.email));
    afterAnswer(reply, () => mailer.send(mails.twoFactorOn(account.email)));
    return { recovery_codes: codes };
  });

  serveEndpoint(app, contract.renewRecoveryCodes, async ({ body }, { caller, request, reply }) => {
    const account = await proof.byBoth(caller.accountId, body, (task) => afterAnswer(reply, task));
    const codes = await twoFactor.renewRecoveryCodes(account, shownDevices(request, account.email));
    afterAnswer(reply, () => mailer.send(mails.recoveryCodesRenewed(account.email)));
    return { recovery_codes: codes };
  });

  serveEndpoint(app, contract.disableTwoFactor, async ({ body }, { caller, request, reply }) => {
    const account = await proof.byBoth(caller.accountId, body, (task) => afterAnswer(reply, task));
    await twoFactor.disable(account, shownDevices(request, account.email));
    afterAnswer(reply, () => mailer.send(mails.twoFactorOff(account.email)));
    return { msg: 'Two-factor sign-in is off.' };
  });
}
