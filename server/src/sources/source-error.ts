/** What can be the matter with a network or a name on it. Adapters throw nothing else on purpose. */
import type { SourceState } from '@leadloom/shared/contract/sources';

export type SourceFault = Exclude<SourceState, 'not_configured' | 'waiting' | 'visiting' | 'ok'>;

interface FaultDetails {
  /** Whether it is true of all names on the network, so that asking for the next is of no use. */
  readonly isOfNetwork: boolean;
  /** Not to be asked again before; null: as usual. */
  readonly retryAt?: Date | null;
  readonly cause?: unknown;
}

export class SourceError extends Error {
  readonly fault: SourceFault;
  readonly isOfNetwork: boolean;
  readonly retryAt: Date | null;

  /** @param message what was the matter, for logs and operators: status, code, what the network said; never a secret */
  constructor(fault: SourceFault, message: string, { isOfNetwork, retryAt = null, cause }: FaultDetails) {
    super(message, { cause });
    this.fault = fault;
    this.isOfNetwork = isOfNetwork;
    this.retryAt = retryAt;
  }
}
