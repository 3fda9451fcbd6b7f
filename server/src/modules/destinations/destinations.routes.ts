/** Destinations, and the work that sends to them. */
import * as contract from '@leadloom/shared/contract/destinations';
import type { FastifyInstance } from 'fastify';
import { serveEndpoint } from '../../http/route.ts';
import type { Platform } from '../../platform.ts';
import { scheduleCleanUp } from '../../schedule/schedule-clean-up.ts';
import { scheduleJob } from '../../schedule/schedule-job.ts';
import { listDeliveriesOf, sendAgain } from './deliveries.service.ts';
import {
  changeWorkspaceDestination,
  createWorkspaceDestination,
  deleteWorkspaceDestination,
  listWorkspaceDestinations,
} from './destinations.service.ts';
import { createDestinationTries, type TryParts } from './perform-delivery.ts';
import { createDestinationSender } from './send-deliveries.ts';
import { tryDestination } from './test-destination.service.ts';

const LOOK_MILLISECONDS = 1_000;
const DEAD_MILLISECONDS = 60_000;

export interface DestinationWork {
  /** Looks at once for what was queued and committed on this server. */
  readonly sendSoon: () => void;
}

export function registerDestinations(
  app: FastifyInstance,
  platform: Platform,
  { performers, readRecipient, onTried }: Omit<TryParts, 'platform'>,
): DestinationWork {
  const closing = new AbortController();
  app.addHook('onClose', async () => closing.abort(new Error('the server is stopping')));
  const sender = createDestinationSender({
    platform,
    tries: createDestinationTries({ platform, performers, readRecipient, onTried }),
    onError: (error, delivery) =>
      delivery === null
        ? app.log.warn({ err: error }, 'deliveries to destinations could not be leased; it will be tried again')
        : app.log.error({ err: error, delivery }, 'a try of a delivery to a destination was not recorded'),
  });
  app.addHook('onClose', () => sender.end());
  const sending = scheduleJob(app, {
    name: 'sending to destinations',
    intervalMilliseconds: LOOK_MILLISECONDS,
    run: () => sender.startDue(),
  });
  scheduleJob(app, {
    name: 'disabling dead destinations',
    intervalMilliseconds: DEAD_MILLISECONDS,
    jitterMilliseconds: DEAD_MILLISECONDS / 4,
    run: () => sender.disableDead(),
  });
  scheduleCleanUp(app, 'deliveries to destinations', () => sender.forgetOld());

  serveEndpoint(app, contract.listDestinations, (_, { caller }) => listWorkspaceDestinations(platform, caller.workspaceId));
  serveEndpoint(app, contract.createDestination, ({ body }, { caller }) => createWorkspaceDestination(platform, caller, body));
  serveEndpoint(app, contract.updateDestination, ({ params, body }, { caller }) =>
    changeWorkspaceDestination(platform, caller, params.destination_id, body),
  );
  serveEndpoint(app, contract.deleteDestination, async ({ params }, { caller }) => {
    await deleteWorkspaceDestination(platform, caller, params.destination_id);
    return undefined;
  });
  serveEndpoint(app, contract.testDestination, ({ params }, { caller }) =>
    tryDestination(platform, caller.workspaceId, params.destination_id, closing.signal),
  );
  serveEndpoint(app, contract.listDestinationDeliveries, ({ params, query }, { caller }) =>
    listDeliveriesOf(platform, caller.workspaceId, params.destination_id, query),
  );
  serveEndpoint(app, contract.repeatDestinationDelivery, async ({ params }, { caller }) => {
    const delivery = await sendAgain(platform, caller.workspaceId, params.destination_id, params.delivery_id);
    sending.runSoon();
    return delivery;
  });
  return { sendSoon: () => sending.runSoon() };
}
