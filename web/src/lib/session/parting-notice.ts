/**
 * A message for the sign-in screen about the session that ended, such as that its account was deleted, or about a sign-in
 * that failed elsewhere. The next sign-in or reload clears it.
 */
import { create } from 'zustand';

export interface PartingNotice {
  readonly text: string | null;
  readonly severity: 'info' | 'error';
}

export const usePartingNotice = create<PartingNotice>(() => ({ text: null, severity: 'info' }));

export function setPartingNotice(text: string | null, severity: PartingNotice['severity'] = 'info'): void {
  usePartingNotice.setState({ text, severity });
}
