/** Destinations, and the work that sends to them. */
import * as contract from '@leadloom/shared/contract/destinations';
import type { FastifyInstance } from 'fastify';
import { serveEndpoint } from '../../http/route.ts';
import type { Platform } from '../../platform.ts';
import { listDeliveriesOf, sendAgain } from './deliveries.service.ts';
import {
  changeWorkspaceDestination,
  createWorkspaceDestination,
  deleteWorkspaceDestination,
  listWorkspaceDestinations,
} from './destinations.service.ts';
import { tryDestination } from './test-destination.service.ts';

export function registerDestinations(app: FastifyInstance, platform: Platform): void {
  const closing = new AbortController();
  app.addHook('onClose', async () => closing.abort(new Error('the server is stopping')));

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
  serveEndpoint(app, contract.repeatDestinationDelivery, ({ params }, { caller }) =>
    sendAgain(platform, caller.workspaceId, params.destination_id, params.delivery_id),
  );
}
