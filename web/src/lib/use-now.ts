import { useEffect, useState } from 'react';

const TICK_MS = 30_000;

/** The present, in milliseconds, for words such as "in 12 min": it moves on every half minute. */
export function useNow(): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = window.setInterval(() => setNow(Date.now()), TICK_MS);
    return () => window.clearInterval(timer);
  }, []);
  return now;
}
