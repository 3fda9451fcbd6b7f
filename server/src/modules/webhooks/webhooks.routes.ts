/** Webhooks, and the jobs that send their events. */
import * as contract from '@leadloom/shared/contract/webhooks';
import type { FastifyInstance } from 'fastify';
import { serveEndpoint } from '../../http/route.ts';
import type { Platform } from '../../platform.ts';
import { scheduleCleanUp } from '../../schedule/schedule-clean-up.ts';
import { scheduleJob } from '../../schedule/schedule-job.ts';
import { createWebhookDeliverer } from './deliver-webhooks.ts';
import { createTableChangeNotifier } from './notify-table-changes.ts';
import { createDeliveryTries, type TryParts } from './try-delivery.ts';
import {
  changeAccountWebhook,
  createAccountWebhook,
  deleteAccountWebhook,
  listAccountDeliveries,
  listAccountWebhooks,
  rotateSecret,
  sendAgain,
  sendTestEvent,
} from './webhooks.service.ts';

const LOOK_MILLISECONDS = 1_000;
/** A webhook gets at most one event of a table's changes in this time. */
const CHANGES_MILLISECONDS = 5_000;
const DEAD_MILLISECONDS = 60_000;

export function registerWebhooks(
  app: FastifyInstance,
  platform: Platform,
  { readRecipient, request }: Pick<TryParts, 'readRecipient' | 'request'>,
): void {
  const deliverer = createWebhookDeliverer({
    platform,
    tries: createDeliveryTries({ platform, readRecipient, request }),
    onError: (error, delivery) =>
      delivery === null
        ? app.log.warn({ err: error }, 'webhook deliveries could not be leased; it will be tried again')
        : app.log.error({ err: error, delivery }, 'a try of a webhook delivery was not recorded'),
  });
  const notifier = createTableChangeNotifier({ platform, readRecipient });
  const delivering = scheduleJob(app, {
    name: 'delivering webhooks',
    intervalMilliseconds: LOOK_MILLISECONDS,
    run: () => deliverer.startDue(),
  });
  app.addHook('onClose', () => deliverer.end());
  scheduleJob(app, {
    name: 'telling webhooks of changed rows',
    intervalMilliseconds: CHANGES_MILLISECONDS,
    run: (stopping) => notifier.notifyOfChanges(stopping),
  });
  scheduleJob(app, {
    name: 'disabling dead webhooks',
    intervalMilliseconds: DEAD_MILLISECONDS,
    jitterMilliseconds: DEAD_MILLISECONDS / 4,
    run: () => deliverer.disableDead(),
  });
  scheduleCleanUp(app, 'webhook deliveries', () => deliverer.forgetOld());

  serveEndpoint(app, contract.listWebhooks, (_, { caller }) => listAccountWebhooks(platform, caller.workspaceId));
  serveEndpoint(app, contract.createWebhook, ({ body }, { caller }) => createAccountWebhook(platform, caller, body));
  serveEndpoint(app, contract.updateWebhook, ({ params, body }, { caller }) =>
    changeAccountWebhook(platform, caller, params.webhook_id, body),
  );
  serveEndpoint(app, contract.deleteWebhook, async ({ params }, { caller }) => {
    await deleteAccountWebhook(platform, caller, params.webhook_id);
    return undefined;
  });
  serveEndpoint(app, contract.testWebhook, async ({ params }, { caller }) => {
    const delivery = await sendTestEvent(platform, caller.workspaceId, params.webhook_id);
    delivering.runSoon();
    return delivery;
  });
  serveEndpoint(app, contract.rotateWebhookSecret, ({ params }, { caller }) => rotateSecret(platform, caller, params.webhook_id));
  serveEndpoint(app, contract.listWebhookDeliveries, ({ params, query }, { caller }) =>
    listAccountDeliveries(platform, caller.workspaceId, params.webhook_id, query),
  );
  serveEndpoint(app, contract.repeatWebhookDelivery, async ({ params }, { caller }) => {
    const delivery = await sendAgain(platform, caller.workspaceId, params.webhook_id, params.delivery_id);
    delivering.runSoon();
    return delivery;
  });
}
