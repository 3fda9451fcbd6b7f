import { startTransition, useEffect, useState } from 'react';

/**
 * Splits drawing into two steps: what is in sight is drawn in the commit that brings a new subject, the rest after that
 * frame has been painted.
 * @returns false in the first step of a subject, true from the second on, and for the first subject
 */
export function useSecondStep(subject: unknown): boolean {
  const [drawn, setDrawn] = useState(subject);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const frame = requestAnimationFrame(() => {
      // A separate task runs after the frame has been painted.
      timer = setTimeout(() => startTransition(() => setDrawn(subject)));
    });
    return () => {
      cancelAnimationFrame(frame);
      clearTimeout(timer);
    };
  }, [subject]);
  return Object.is(drawn, subject);
}
