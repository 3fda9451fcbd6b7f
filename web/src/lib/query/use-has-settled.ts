import { useState } from 'react';

/**
 * Whether a read has had an answer or a failure since the component was mounted. It stays true when the read is asked for
 * again: what is shown because a read failed often asks for it as well, and would otherwise be hidden, shown and asked
 * for without end.
 */
export function useHasSettled({ data, failureCount }: { readonly data: unknown; readonly failureCount: number }): boolean {
  const [hasSettled, setSettled] = useState(false);
  const settles = data !== undefined || failureCount > 0;
  if (settles && !hasSettled) setSettled(true);
  return hasSettled || settles;
}
