/** Alerts and their messages, and the jobs that write and mail them. */

import * as messages from '@leadloom/shared/contract/alert-messages';
import * as contract from '@leadloom/shared/contract/alerts';
import type { FastifyInstance } from 'fastify';
import { serveEndpoint } from '../../http/route.ts';
import type { Platform } from '../../platform.ts';
import { scheduleCleanUp } from '../../schedule/schedule-clean-up.ts';
import { scheduleJob } from '../../schedule/schedule-job.ts';
import {
  changeAccountAlert,
  createAccountAlert,
  deleteAccountAlert,
  forgetOldMessages,
  listAccountAlerts,
  listAccountMessages,
  markMessagesRead,
  sendTestMessage,
  unsubscribe,
} from './alerts.service.ts';
import { createAlertNotifier, type NotifierParts } from './notify-alerts.ts';

const LOOK_MILLISECONDS = 2_000;
const DIGESTS_MILLISECONDS = 20_000;

export function registerAlerts(
  app: FastifyInstance,
  platform: Platform,
  { readRecipient }: Pick<NotifierParts, 'readRecipient'>,
): void {
  const notifier = createAlertNotifier({ platform, readRecipient });
  serveEndpoint(app, contract.listAlerts, (_, { caller }) => listAccountAlerts(platform, caller));
  serveEndpoint(app, contract.createAlert, ({ body }, { caller }) => createAccountAlert(platform, caller, body));
  serveEndpoint(app, contract.updateAlert, ({ params, body }, { caller }) =>
    changeAccountAlert(platform, caller, params.alert_id, body),
  );
  serveEndpoint(app, contract.deleteAlert, async ({ params }, { caller }) => {
    await deleteAccountAlert(platform, caller, params.alert_id);
    return undefined;
  });
  serveEndpoint(app, contract.testAlert, ({ params }, { caller }) =>
    sendTestMessage(platform, notifier, caller, params.alert_id),
  );
  serveEndpoint(app, messages.listAlertMessages, ({ query }, { caller }) =>
    listAccountMessages(platform, caller, query),
  );
  serveEndpoint(app, messages.readAlertMessages, async ({ body }, { caller }) => {
    await markMessagesRead(platform, caller, body.ids ?? null);
    return undefined;
  });
  serveEndpoint(app, contract.unsubscribeAlert, async ({ params }) => {
    await unsubscribe(platform, params.token);
    return undefined;
  });
  scheduleJob(app, {
    name: 'telling alerts',
    intervalMilliseconds: LOOK_MILLISECONDS,
    run: (stopping) => notifier.notifyInstantly(stopping),
  });
  scheduleJob(app, {
    name: 'telling digests',
    intervalMilliseconds: DIGESTS_MILLISECONDS,
    jitterMilliseconds: DIGESTS_MILLISECONDS / 4,
    run: (stopping) => notifier.notifyDigests(stopping),
  });
  scheduleCleanUp(app, 'alert messages', () => forgetOldMessages(platform));
}
