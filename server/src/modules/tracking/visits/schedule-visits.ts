/** Starts the visits of a network: when the server is ready, and every few seconds. */
import type { NetworkName } from '@leadloom/shared/contract/sources';
import type { FastifyInstance } from 'fastify';
import { repeatUntilClose } from '../../../process/repeat-until-close.ts';

/** The check for due visits is cheap, and a person who tracks a new name soon sees it visited. */
const CHECK_MILLISECONDS = 5_000;

export function scheduleVisits(app: FastifyInstance, network: NetworkName, run: (closing: AbortSignal) => Promise<void>): void {
  repeatUntilClose(app, {
    every: CHECK_MILLISECONDS,
    run,
    onError: (error) => app.log.warn({ err: error, network }, 'visits failed and will be retried'),
  });
}
