/** Tries a destination for whoever asks. What it did and learned is not a delivery. */

import type { testDestination } from '@leadloom/shared/contract/destinations';
import type { EndpointResult } from '@leadloom/shared/contract/endpoint';
import type { WorkspaceId } from '../../http/workspace-id.ts';
import type { Platform } from '../../platform.ts';
import * as repository from './destinations.repository.ts';
import { requireActive } from './destinations.service.ts';
import { failureText } from './failure-text.ts';
import { openDestination } from './open-destination.ts';

const TEST_MILLISECONDS = 30_000;

/** @throws {AppError} DESTINATION.NOT_FOUND, DESTINATION.DISABLED */
export async function tryDestination(
  platform: Platform,
  workspaceId: WorkspaceId,
  id: string,
  signal: AbortSignal,
): Promise<EndpointResult<typeof testDestination>> {
  const destination = await requireActive(platform, workspaceId, id);
  const limit = AbortSignal.timeout(TEST_MILLISECONDS);
  let secrets = {};
  try {
    const opened = openDestination(platform, destination);
    secrets = opened.secrets;
    const connector = await opened.connect();
    try {
      const tested = await connector.test(AbortSignal.any([signal, limit]));
      if ('hostKey' in tested && typeof tested.hostKey === 'string')
        await repository.pinHostKey(platform.database, destination, tested.hostKey);
    } finally {
      await connector.close();
    }
    return { ok: true };
  } catch (error) {
    const late = `It did not answer within ${TEST_MILLISECONDS / 1000} seconds.`;
    return { ok: false, error: limit.aborted ? late : failureText(error, secrets) };
  }
}
