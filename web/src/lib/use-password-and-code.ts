/** The password, and the code of the second factor where it is on, as a form sends them with what it asks for. */
import { useState } from 'react';
import { CODE_REFUSALS, type SecondFactor, useSecondFactor } from './use-second-factor.ts';

export const PASSWORD_REFUSALS = ['AUTH.PASSWORD_WRONG'] as const;

/** Refusals shown at one of the two fields. */
export const PASSWORD_AND_CODE_REFUSALS = [...PASSWORD_REFUSALS, ...CODE_REFUSALS] as const;

export interface PasswordAndCode {
  readonly password: string;
  readonly setPassword: (password: string) => void;
  readonly factor: SecondFactor;
  /** Whether both fields are filled well enough to send the form. */
  readonly isFilled: boolean;
  /** Part of the body. */
  readonly evidence: { readonly password: string; readonly code?: string };
  readonly clear: () => void;
}

/** @param isSecondFactorOn whether it is known to be on */
export function usePasswordAndCode(isSecondFactorOn = false): PasswordAndCode {
  const [password, setPassword] = useState('');
  const factor = useSecondFactor(isSecondFactorOn);
  return {
    password,
    setPassword,
    factor,
    isFilled: password !== '' && factor.isFilled,
    evidence: { password, ...factor.evidence },
    clear: () => {
      setPassword('');
      factor.setCode('');
    },
  };
}
