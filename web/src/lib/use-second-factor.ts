/**
 * The code of the second factor, in forms that ask for it only where it is on. Whether it is on may be known before,
 * or learned from a refusal: it may have been switched on elsewhere.
 */
import { useState } from 'react';
import { ApiError } from './api-client/api-error.ts';
import { isSecondFactorForm } from './second-factor-form.ts';

const DEMAND = 'TWO_FACTOR.CODE_REQUIRED';

/** What is said at the field of the code. */
export const CODE_REFUSALS = ['TWO_FACTOR.CODE_WRONG', DEMAND] as const;

export interface SecondFactor {
  readonly isAsked: boolean;
  /** It was not known to be on until the server demanded the code. */
  readonly wasDemanded: boolean;
  readonly code: string;
  readonly setCode: (code: string) => void;
  /** Whether the form may be sent as far as the code is concerned. */
  readonly isFilled: boolean;
  /** Part of the body. */
  readonly evidence: { readonly code?: string };
  /** Makes the request, and asks for the code from then on where it is refused for want of one. */
  readonly watch: <Result>(request: Promise<Result>) => Promise<Result>;
}

/** @param isKnownOn that it is on is known already */
export function useSecondFactor(isKnownOn = false): SecondFactor {
  const [code, setCode] = useState('');
  const [wasDemanded, setDemanded] = useState(false);
  const isAsked = isKnownOn || wasDemanded;

  async function watch<Result>(request: Promise<Result>): Promise<Result> {
    try {
      return await request;
    } catch (error) {
      if (error instanceof ApiError && error.code === DEMAND) setDemanded(true);
      throw error;
    }
  }

  const isFilled = !isAsked || isSecondFactorForm(code);
  return { isAsked, wasDemanded, code, setCode, isFilled, evidence: isAsked ? { code: code.trim() } : {}, watch };
}
