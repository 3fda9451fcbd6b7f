/**
 * Whether the console's second factor was shown too long ago. Any call to the console may find out; the console's frame asks
 * for it then.
 */
import type { EndpointDefinition } from '@leadloom/shared/contract/endpoint';
import { create } from 'zustand';
import { ApiError } from './api-error.ts';

export const useConsoleProof = create<{ readonly isNeeded: boolean }>(() => ({ isNeeded: false }));

/** Calls that need a recent proof anyway ask by themselves. */
export function noteConsoleRefusal({ access, needsProof }: EndpointDefinition, error: unknown): void {
  if (access === 'console' && needsProof !== true && error instanceof ApiError && error.code === 'AUTH.PROOF_NEEDED')
    useConsoleProof.setState({ isNeeded: true });
}

/** It was given, or refused by the person. */
export function endConsoleProof(): void {
  useConsoleProof.setState({ isNeeded: false });
}
