import { useCallback, useEffect, useRef } from 'react';
import { useNavigate } from 'react-router-dom';

/** A redirect that waits, so that its reason can be read. Leaving the screen cancels it. */
export function useRedirectAfter(): (path: string, delayMs: number, state?: unknown) => void {
  const navigate = useNavigate();
  const timer = useRef<number>(undefined);
  useEffect(() => () => window.clearTimeout(timer.current), []);
  return useCallback(
    (path, delayMs, state) => {
      window.clearTimeout(timer.current);
      timer.current = window.setTimeout(() => void navigate(path, { state }), delayMs);
    },
    [navigate],
  );
}
