/** The billing endpoints. The webhook's bytes go unchanged to the provider's own reader. */
import * as contract from '@leadloom/shared/contract/billing';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { afterResponse } from '../../http/after-response.ts';
import { AppError } from '../../http/app-error.ts';
import { classifyError } from '../../http/classify-error.ts';
import type { ReadUser } from '../../http/read-user.ts';
import { serveEndpoint } from '../../http/route.ts';
import { sendProblem } from '../../plugins/errors.ts';
import { scheduleJob } from '../../schedule/schedule-job.ts';
import { atAddressInUse } from './address-in-use.ts';
import {
  cancelSubscription,
  describeBilling,
  findCheckoutUrl,
  listPaidInvoices,
  openPortal,
  reconcileCheckout,
  startCheckout,
} from './billing.service.ts';
import { runDueBilling } from './billing-clock.service.ts';
import { carryOutEvent } from './billing-events.service.ts';
import type { BillingPlatform } from './billing-platform.service.ts';

const MINUTE = 60_000;

export function registerBilling(app: FastifyInstance, platform: BillingPlatform, readUser: ReadUser): void {
  const billing = scheduleJob(app, { name: 'due billing', intervalMilliseconds: MINUTE, run: () => runDueBilling(platform) });

  const { publicUrl } = platform.config;
  const forCaller = (url: string, request: FastifyRequest) => atAddressInUse(url, publicUrl, request);

  serveEndpoint(app, contract.getBilling, (_, { caller }) => describeBilling(platform, caller.workspaceId));
  serveEndpoint(app, contract.createCheckoutSession, async (_, { caller, request }) => {
    const { id, url } = await startCheckout(platform, caller.workspaceId);
    return { id, url: url === null ? null : forCaller(url, request) };
  });
  serveEndpoint(app, contract.redirectToCheckout, async ({ params }, { caller, request }) =>
    forCaller(await findCheckoutUrl(platform, caller.workspaceId, params.id), request),
  );
  serveEndpoint(app, contract.reconcileCheckout, async ({ body }, { caller }) => {
    await reconcileCheckout(platform, caller.workspaceId, body.session_id);
    return readUser(caller, caller.isOperator);
  });
  serveEndpoint(app, contract.cancelSubscription, async ({ body }, { caller }) => {
    await cancelSubscription(platform, caller.workspaceId, body.subscription_id);
    return { msg: 'Your subscription ends with the period that is paid.' };
  });
  serveEndpoint(app, contract.openPortal, async (_, { caller, request }) => ({
    url: forCaller(await openPortal(platform, caller.workspaceId), request),
  }));
  serveEndpoint(app, contract.listInvoices, async (_, { caller, request }) => {
    const invoices = await listPaidInvoices(platform, caller.workspaceId);
    return invoices.map(({ id, url, paidAt }) => ({
      id,
      invoice_url: forCaller(url, request),
      paid_on: paidAt.toISOString(),
    }));
  });
  registerWebhook(app, platform, billing.runSoon);
}

/** @param runSoon does what is due, such as sending a mail that an event causes */
function registerWebhook(app: FastifyInstance, platform: BillingPlatform, runSoon: () => void): void {
  app.register(async (scope) => {
    // A body that is too long cannot be a signed event: no event is this long.
    scope.setErrorHandler((error, request, reply) => {
      const classified = classifyError(error);
      const isTooLong = classified.code === 'REQUEST.TOO_LARGE';
      return sendProblem(request, reply, isTooLong ? new AppError('BILLING.SIGNATURE_INVALID') : classified);
    });
    serveEndpoint(scope, contract.receiveStripeEvent, async (_, { request, reply }) => {
      const { provider } = platform;
      if (provider === null) throw new AppError('BILLING.OFF');
      const { 'stripe-signature': signature } = request.headers;
      const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
      const event = await provider.parseEvent(body, typeof signature === 'string' ? signature : undefined);
      if (event !== null) {
        const outcome = await carryOutEvent(platform, provider, event);
        request.log.info({ event: event.id, type: event.type, outcome }, 'payment event');
        if (event.failedInvoiceId !== null) afterResponse(reply, runSoon);
      }
      return { received: true as const };
    });
  });
}
