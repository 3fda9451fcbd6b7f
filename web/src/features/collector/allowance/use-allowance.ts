/**
 * The member's allowance. Every check of the extension brings it, and while this tab sends requests to LinkedIn it is
 * read again every few seconds.
 */
import type { Allowance } from '@leadloom/shared/messages/allowance';
import { useEffect } from 'react';
import { useStore } from 'zustand';
import { useStoreInTurns } from '../../../lib/use-store-in-turns.ts';
import { linkedInTurn } from '../run/run-exclusively.ts';
import { allowanceStore, askExtension } from '../status/ask-extension.ts';

const REFRESH_MS = 3_000;

/** null: the extension has not answered yet. */
export function useAllowance(): Allowance | null {
  const isTaken = useStore(linkedInTurn, (state) => state.isTaken);
  useEffect(() => {
    if (!isTaken) return;
    const timer = window.setInterval(() => void askExtension(), REFRESH_MS);
    return () => {
      window.clearInterval(timer);
      // What the last request cost.
      void askExtension();
    };
  }, [isTaken]);
  return useStoreInTurns(allowanceStore).allowance;
}
