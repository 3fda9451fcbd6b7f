import { useCallback, useEffect, useRef } from 'react';
import { useNavigate } from 'react-router-dom';

/** A redirect that waits, so that its reason can be read. Leaving the screen cancels it. */
export function useRedirectAfter(): (path: string, delayMs: number) => void {
  const navigate = useNavigate();
  const timer = useRef<number>(undefined);
  useEffect(() => () => window.clearTimeout(timer.current), []);
  return useCallback(
    (path, delayMs) => {
      window.clearTimeout(timer.current);
      timer.current = window.setTimeout(() => void navigate(path), delayMs);
    },
    [navigate],
  );
}
