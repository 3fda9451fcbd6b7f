/** How an alert notifies: the channels that members name, and the destination that Slack needs. */
import type { updateAlert } from '@leadloom/shared/contract/alerts';
import type { EndpointRequest } from '@leadloom/shared/contract/endpoint';
import type { Connection } from '../../database/database.ts';
import { AppError } from '../../http/app-error.ts';
import type { Member } from '../../http/workspace-id.ts';
import { requireKind } from '../destinations/destinations.service.ts';
import type { NewAlert } from './alerts.repository.ts';

type AlertChanges = EndpointRequest<typeof updateAlert>['body'];

/** How an alert notifies, as it is stored: Slack is a destination, not one of the channels. */
type NotifyingWays = Pick<NewAlert, 'channels' | 'destinationId'>;

/** @param known as it is; null: the alert is being made @throws {AppError} REQUEST.INVALID Slack without destination, or one without it */
export function chooseWays(
  known: NotifyingWays | null,
  { by, destination_id: named }: Partial<Pick<AlertChanges, 'by' | 'destination_id'>>,
): Partial<NotifyingWays> & Pick<NewAlert, 'channels'> {
  const channels = by?.filter((channel) => channel !== 'slack') ?? known?.channels ?? [];
  const isSlack = by?.includes('slack') ?? known?.destinationId != null;
  const destinationId = named === undefined && isSlack ? (known?.destinationId ?? null) : (named ?? null);
  if (isSlack !== (destinationId !== null))
    throw new AppError('REQUEST.INVALID', { message: 'destination_id: is needed with slack in by, and only then' });
  return { channels, destinationId };
}

/** @throws {AppError} DESTINATION.NOT_FOUND, DESTINATION.WRONG_KIND */
export async function requireSlack(
  transaction: Connection,
  { workspaceId }: Member,
  { destinationId }: Partial<NotifyingWays>,
): Promise<void> {
  if (destinationId != null) await requireKind(transaction, { workspaceId, id: destinationId }, ['slack']);
}
