/**
 * For what needs a recent proof of the owner: the action is tried, and where the server wants a proof first, a dialog
 * asks for it and the action goes on without a second press.
 */
import { type ReactNode, useState } from 'react';
import { ApiError } from '../../lib/api-client/api-error.ts';
import { ProofDialog } from './proof-dialog.tsx';

interface OwnerProof {
  /** What the action came to; null where the proof was asked for and not given. What the action throws is thrown. */
  readonly withProof: <Result>(action: () => Promise<Result>) => Promise<{ readonly result: Result } | null>;
  /** To be rendered by whoever uses this. */
  readonly proofDialog: ReactNode;
}

export function useOwnerProof(): OwnerProof {
  const [asking, setAsking] = useState<{ readonly settle: (isProved: boolean) => void } | null>(null);

  async function withProof<Result>(action: () => Promise<Result>): Promise<{ readonly result: Result } | null> {
    const pressed = document.activeElement;
    try {
      return { result: await action() };
    } catch (error) {
      if (!isProofDemand(error)) throw error;
    }
    const { promise, resolve } = Promise.withResolvers<boolean>();
    setAsking({ settle: resolve });
    if (await promise) return { result: await action() };
    // A button that was disabled for the action has lost the focus, and can have it again once it is enabled.
    window.setTimeout(() => pressed instanceof HTMLElement && pressed.focus(), 0);
    return null;
  }

  function end(isProved: boolean): void {
    asking?.settle(isProved);
    setAsking(null);
  }

  return {
    withProof,
    proofDialog: asking !== null && <ProofDialog onProved={() => end(true)} onClose={() => end(false)} />,
  };
}

function isProofDemand(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'AUTH.PROOF_NEEDED';
}
