/**
 * A draft of the filters. A choice is applied at once, typing half a second after the last key. When other filters are applied meanwhile
 * (Back, a view), the draft is discarded.
 */
import { useEffect, useRef, useState } from 'react';

const FILTER_PAUSE_MS = 500;

interface Draft<Filters> {
  /** The applied filters when the draft was started. */
  readonly base: string;
  /** What was submitted, but not applied yet: the address changes when the screen has time for it. */
  readonly submitted: string | null;
  readonly filters: Filters;
  /** The draft was typed: more may follow. */
  readonly isTyped: boolean;
}

interface DraftOf<Filters> {
  readonly filters: Filters;
  readonly change: (change: (filters: Filters) => Filters, isTyped?: boolean) => void;
  /** Applies at once: a press on a button needs no pause. */
  readonly clear: () => void;
}

/** @param applied the applied filters. @param none what filters nothing. Both are compared by their JSON. */
export function useDraft<Filters extends object>(
  applied: Filters,
  none: Filters,
  onApply: (filters: Filters) => void,
): DraftOf<Filters> {
  const [draft, setDraft] = useState<Draft<Filters> | null>(null);
  const base = JSON.stringify(applied);
  const isOurs = draft !== null && (draft.base === base || draft.submitted === base);
  const filters = isOurs ? draft.filters : applied;

  // What was submitted is applied now. Any other filters applied from here on come from elsewhere.
  useEffect(() => {
    setDraft((current) => (current?.submitted === base ? { ...current, base, submitted: null } : current));
  }, [base]);

  const apply = useRef(onApply);
  useEffect(() => {
    apply.current = onApply;
  });
  const waiting = isOurs && JSON.stringify(draft.filters) !== base ? draft.filters : null;
  const isTyping = draft?.isTyped === true;
  useEffect(() => {
    if (waiting === null) return;
    const submit = (): void => {
      setDraft((current) => current && { ...current, submitted: JSON.stringify(waiting) });
      apply.current(waiting);
    };
    if (!isTyping) {
      submit();
      return;
    }
    const timer = window.setTimeout(submit, FILTER_PAUSE_MS);
    return () => window.clearTimeout(timer);
  }, [waiting, isTyping]);

  return {
    filters,
    change: (change, isTyped = false) =>
      setDraft((current) => {
        const isCurrent = current !== null && (current.base === base || current.submitted === base);
        const from = isCurrent ? current : { base, submitted: null, filters: applied, isTyped };
        return { ...from, filters: change(from.filters), isTyped };
      }),
    clear: () => {
      setDraft(null);
      if (base !== JSON.stringify(none)) onApply(none);
    },
  };
}
