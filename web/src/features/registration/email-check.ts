/**
 * The two checks of an address during registration: its form, then whether the server can send mail to
 * it. Each address is asked about once; an answer for an address that was edited since is dropped. A
 * check that cannot be made counts as passed, because registering checks again.
 */
import { verifyEmail } from '@leadloom/shared/contract/accounts';
import { hasEmailFormat } from '@leadloom/shared/domain/email-format';
import { useCallback, useEffect, useRef, useState } from 'react';
import { call } from '../../lib/api-client/call.ts';

/** Typing has paused this long: the check need not wait until the field is left. */
export const EMAIL_CHECK_PAUSE_MS = 600;

interface EmailVerdict {
  readonly email: string;
  readonly isValid: boolean;
}

export interface EmailCheck {
  /** null: not judged yet. */
  readonly isValid: boolean | null;
  /** Judges now, without waiting for the pause. */
  readonly checkNow: () => Promise<boolean>;
}

export function useEmailCheck(text: string): EmailCheck {
  const email = text.trim();
  const [verdict, setVerdict] = useState<EmailVerdict | null>(null);
  const latest = useRef(email);
  const lastCheck = useRef<{ readonly email: string; readonly answer: Promise<boolean> }>(undefined);

  const checkNow = useCallback(async (): Promise<boolean> => {
    if (!hasEmailFormat(email)) {
      setVerdict({ email, isValid: false });
      return false;
    }
    if (lastCheck.current?.email !== email) lastCheck.current = { email, answer: askServer(email) };
    const isValid = await lastCheck.current.answer;
    if (latest.current === email) setVerdict({ email, isValid });
    return isValid;
  }, [email]);

  useEffect(() => {
    latest.current = email;
    if (email === '') return;
    const timer = window.setTimeout(() => void checkNow(), EMAIL_CHECK_PAUSE_MS);
    return () => window.clearTimeout(timer);
  }, [email, checkNow]);

  return { isValid: verdict?.email === email ? verdict.isValid : null, checkNow };
}

async function askServer(email: string): Promise<boolean> {
  try {
    const { valid } = await call(verifyEmail, { body: { email } });
    return valid;
  } catch {
    return true;
  }
}
