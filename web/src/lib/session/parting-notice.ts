/**
 * A message for the sign-in screen about the session that ended, such as that its account was deleted. Cleared by
 * the next sign-in or reload.
 */
import { create } from 'zustand';

export const usePartingNotice = create<{ readonly text: string | null }>(() => ({ text: null }));

export function setPartingNotice(text: string | null): void {
  usePartingNotice.setState({ text });
}
