/**
 * Serves actions that need a recent proof of identity: the action is tried, and if the server wants a proof first, a dialog
 * asks for it and the action continues without a second press.
 */
import { type ReactNode, useState } from 'react';
import { ApiError } from '../../lib/api-client/api-error.ts';
import { ProofDialog } from './proof-dialog.tsx';

interface OwnerProof {
  /** The action's result; null if the proof was requested and not given. Errors of the action are rethrown. */
  readonly withProof: <Result>(action: () => Promise<Result>) => Promise<{ readonly result: Result } | null>;
  /** A dialog that the caller has to render. */
  readonly proofDialog: ReactNode;
}

export function useOwnerProof(): OwnerProof {
  const [pending, setPending] = useState<{ readonly settle: (isProved: boolean) => void } | null>(null);

  async function withProof<Result>(action: () => Promise<Result>): Promise<{ readonly result: Result } | null> {
    const pressed = document.activeElement;
    try {
      return { result: await action() };
    } catch (error) {
      if (!isProofDemand(error)) throw error;
    }
    const { promise, resolve } = Promise.withResolvers<boolean>();
    setPending({ settle: resolve });
    if (await promise) return { result: await action() };
    // A button that was disabled during the action lost the focus, and gets it back once it is enabled.
    window.setTimeout(() => pressed instanceof HTMLElement && pressed.focus(), 0);
    return null;
  }

  function end(isProved: boolean): void {
    pending?.settle(isProved);
    setPending(null);
  }

  return {
    withProof,
    proofDialog: pending !== null && <ProofDialog onProved={() => end(true)} onClose={() => end(false)} />,
  };
}

function isProofDemand(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'AUTH.PROOF_NEEDED';
}
