import { useEffect, useState } from 'react';

const PAUSE_MS = 500;

/** What was typed, once the person has paused for half a second. */
export function useSettledText(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = window.setTimeout(() => setSettled(text), PAUSE_MS);
    return () => window.clearTimeout(timer);
  }, [text]);
  return settled;
}
