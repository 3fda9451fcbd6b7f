/**
 * Parts of a screen that must be there at a press: their code is loaded once nothing is being fetched and the browser has
 * nothing else to do, or sooner, when somebody comes near.
 */
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useState } from 'react';
import { whenQuiet } from '../lib/when-quiet.ts';
import { type Preloadable, reportFailedPart } from './lazy-part.tsx';

interface PartsAhead {
  /** The code of all parts is loaded. */
  readonly areHere: boolean;
  /** Somebody comes near. */
  readonly load: () => void;
}

/**
 * @param parts always the same array
 * @param isNeeded they should be shown now: that they cannot be loaded is then told
 */
export function usePartsAhead(parts: readonly Preloadable[], isNeeded: boolean): PartsAhead {
  const client = useQueryClient();
  const [areHere, setHere] = useState(() => parts.every(({ isLoaded }) => isLoaded()));
  const loadAll = useCallback(async () => {
    await Promise.all(parts.map(({ preload }) => preload()));
    setHere(true);
  }, [parts]);
  // A failure is told once they are needed, when they are asked for again.
  const load = useCallback(() => void loadAll().catch(() => undefined), [loadAll]);

  useEffect(() => {
    if (areHere) return;
    return whenQuiet(() => client.isFetching() > 0, load);
  }, [areHere, client, load]);

  useEffect(() => {
    if (!areHere && isNeeded) loadAll().catch(reportFailedPart);
  }, [areHere, isNeeded, loadAll]);

  return { areHere, load };
}
