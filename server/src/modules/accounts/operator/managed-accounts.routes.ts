/** The endpoints with which operators manage accounts. For anyone else they do not exist. */
import * as contract from '@leadloom/shared/contract/operator-accounts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type Caller, serveEndpoint } from '../../../http/route.ts';
import type { Platform } from '../../../platform.ts';
import { operatorOf } from '../../audit/operator-audit.service.ts';
import { createManagedAccounts, type ManagedAccountParts } from './managed-accounts.service.ts';

export function registerManagedAccounts(app: FastifyInstance, platform: Platform, parts: ManagedAccountParts): void {
  const accounts = createManagedAccounts(platform, parts);
  const actingOperator = (caller: Caller, request: FastifyRequest) => ({
    ...operatorOf(caller, request),
    accountId: caller.accountId,
  });

  serveEndpoint(app, contract.listAccounts, ({ query: { q = '', ...page } }) => accounts.list(q === '' ? null : q, page));
  serveEndpoint(app, contract.changeAccount, ({ params, body }, { caller, request }) =>
    accounts.change(actingOperator(caller, request), params.account_id, body),
  );
  serveEndpoint(app, contract.removeAccount, async ({ params }, { caller, request }) => {
    await accounts.remove(actingOperator(caller, request), params.account_id);
    return undefined;
  });
  serveEndpoint(app, contract.resendAccountVerification, async ({ params }, { caller, request }) => {
    const isSent = await accounts.resendVerification(actingOperator(caller, request), params.account_id);
    return { msg: isSent ? 'A new verification link is on its way.' : 'The email is already verified.' };
  });
}
