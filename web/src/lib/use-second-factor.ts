/**
 * The code of the second factor, for forms that ask for it only if it is on. That may be known before, or learned
 * from a refusal if it was switched on elsewhere.
 */
import { useState } from 'react';
import { ApiError } from './api-client/api-error.ts';
import { isSecondFactorForm } from './second-factor-form.ts';

const CODE_REQUIRED = 'TWO_FACTOR.CODE_REQUIRED';

/** Refusals shown at the code field. */
export const CODE_REFUSALS = ['TWO_FACTOR.CODE_WRONG', CODE_REQUIRED] as const;

export interface SecondFactor {
  readonly isRequired: boolean;
  /** It was not known to be on until the server demanded the code. */
  readonly wasDemanded: boolean;
  readonly code: string;
  readonly setCode: (code: string) => void;
  /** Whether the code is filled well enough to send the form. */
  readonly isFilled: boolean;
  /** Part of the body. */
  readonly evidence: { readonly code?: string };
  /** Makes the request, and shows the code field from then on if the request is refused because the code is missing. */
  readonly watch: <Result>(request: Promise<Result>) => Promise<Result>;
}

/** @param isKnownOn whether it is known to be on */
export function useSecondFactor(isKnownOn = false): SecondFactor {
  const [code, setCode] = useState('');
  const [wasDemanded, setDemanded] = useState(false);
  const isRequired = isKnownOn || wasDemanded;

  async function watch<Result>(request: Promise<Result>): Promise<Result> {
    try {
      return await request;
    } catch (error) {
      if (error instanceof ApiError && error.code === CODE_REQUIRED) setDemanded(true);
      throw error;
    }
  }

  const isFilled = !isRequired || isSecondFactorForm(code);
  return { isRequired, wasDemanded, code, setCode, isFilled, evidence: isRequired ? { code: code.trim() } : {}, watch };
}
