/**
 * The place of the switcher of workspaces. Who is a member of no other workspace than their own sees nothing of it, and loads
 * nothing; whether there are others is asked once the screen is there.
 */
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { lazyPart } from '../../components/lazy-part.tsx';
import { session } from '../../lib/session/session.ts';
import { OTHERS_KEY } from '../../lib/workspace/others-key.ts';
import { tabWorkspace } from '../../lib/workspace/tab-workspace.ts';

/** Always the same, so that nothing beside it moves when the name comes. */
export const SWITCHER_WIDTH = '11rem';
const QUIET_MS = 2000;

export const WorkspaceSwitcher = lazyPart(async () => (await import('./workspace-switcher.tsx')).WorkspaceSwitcher);

export function useHasSwitcher(): boolean {
  const [hasOthers, setOthers] = useState(() => tabWorkspace() !== null || hadOthers());
  const queryClient = useQueryClient();
  useEffect(() => {
    if (hasOthers) return;
    // If it cannot be loaded, the next page asks.
    const look = () =>
      void import('../../lib/workspace/use-workspaces.ts')
        .then(({ lookForOthers }) => lookForOthers(queryClient))
        .then(setOthers, () => undefined);
    if ('requestIdleCallback' in window) {
      const idle = window.requestIdleCallback(look, { timeout: 4 * QUIET_MS });
      return () => window.cancelIdleCallback(idle);
    }
    // Some browsers do not say when they have nothing to do.
    const timer = setTimeout(look, QUIET_MS);
    return () => clearTimeout(timer);
  }, [hasOthers, queryClient]);
  return hasOthers;
}

/** What this browser was told last. */
function hadOthers(): boolean {
  try {
    return localStorage.getItem(OTHERS_KEY) === session.accountKey();
  } catch {
    return false;
  }
}
