/** What was sent to a destination, for its members. */

import type { listDestinationDeliveries } from '@leadloom/shared/contract/destinations';
import type { EndpointRequest, EndpointResult } from '@leadloom/shared/contract/endpoint';
import { DEFAULT_DELIVERIES, type WebhookDelivery } from '@leadloom/shared/contract/webhooks';
import { AppError } from '../../http/app-error.ts';
import type { WorkspaceId } from '../../http/workspace-id.ts';
import type { Platform } from '../../platform.ts';
import * as repository from './destinations.repository.ts';
import { describeDelivery, requireActive, requireDestination } from './destinations.service.ts';

/** @throws {AppError} DESTINATION.NOT_FOUND */
export async function listDeliveriesOf(
  platform: Platform,
  workspaceId: WorkspaceId,
  id: string,
  { page = 1, per_page: perPage = DEFAULT_DELIVERIES }: EndpointRequest<typeof listDestinationDeliveries>['query'],
): Promise<EndpointResult<typeof listDestinationDeliveries>> {
  await requireDestination(platform, workspaceId, id);
  const part = { skip: (page - 1) * perPage, take: perPage };
  const { deliveries, total } = await repository.listDeliveries(platform.database, workspaceId, id, part);
  return { data: deliveries.map(describeDelivery), total, page, per_page: perPage };
}

/** @throws {AppError} DESTINATION.NOT_FOUND, DESTINATION.DELIVERY_NOT_FOUND, DESTINATION.DISABLED */
export async function sendAgain(
  platform: Platform,
  workspaceId: WorkspaceId,
  destinationId: string,
  deliveryId: string,
): Promise<WebhookDelivery> {
  await requireActive(platform, workspaceId, destinationId);
  const wanted = { destinationId, id: deliveryId, now: platform.now() };
  const repeated = await platform.database.transaction(async (transaction) => {
    await repository.lockDestination(transaction, workspaceId, destinationId);
    return repository.repeatDelivery(transaction, workspaceId, wanted);
  });
  if (repeated === null) throw new AppError('DESTINATION.DELIVERY_NOT_FOUND');
  return describeDelivery(repeated);
}
