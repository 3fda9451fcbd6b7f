/** What the sign-in screen still has to say about the session that ended, such as that its account is deleted. Gone with the next sign-in or reload. */
import { create } from 'zustand';

export const usePartingNotice = create<{ readonly text: string | null }>(() => ({ text: null }));

export function setPartingNotice(text: string | null): void {
  usePartingNotice.setState({ text });
}
