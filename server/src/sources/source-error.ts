/** Faults of a network or of a name on it. Adapters throw nothing else on purpose. */
import type { SourceState } from '@leadloom/shared/contract/sources';

export type SourceFault = Exclude<SourceState, 'not_configured' | 'waiting' | 'visiting' | 'ok'>;

interface FaultDetails {
  /** Whether it applies to all names on the network, so that requests for other names are useless. */
  readonly isOfNetwork: boolean;
  /** No retry before this time; null: the default pause applies. */
  readonly retryAt?: Date | null;
  readonly cause?: unknown;
}

export class SourceError extends Error {
  readonly fault: SourceFault;
  readonly isOfNetwork: boolean;
  readonly retryAt: Date | null;

  /** @param message for logs and operators: status, code, the network's message; never a secret */
  constructor(fault: SourceFault, message: string, { isOfNetwork, retryAt = null, cause }: FaultDetails) {
    super(message, { cause });
    this.fault = fault;
    this.isOfNetwork = isOfNetwork;
    this.retryAt = retryAt;
  }
}
