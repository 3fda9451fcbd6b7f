/**
 * What the server suggests for a text, a moment after the last key. No text, no question. A failure is
 * logged and leaves the list empty: the text can be used all the same.
 */
import { useEffect, useState } from 'react';
import { ApiError } from './api-client/api-error.ts';
import { logProblem } from './log.ts';

const SUGGESTION_PAUSE_MS = 300;

export interface Suggestion {
  readonly id: string;
  readonly name: string;
}

interface Answered<Found> {
  readonly text: string;
  readonly found: readonly Found[];
}

interface Suggestions<Found> {
  /** While the next ones are on their way, those of the text before. */
  readonly found: readonly Found[];
  readonly isAsking: boolean;
}

const none: readonly never[] = [];

/** @param ask stable between renders; rejects when its signal is aborted */
export function useSuggestions<Found extends Suggestion>(
  text: string,
  ask: (text: string, signal: AbortSignal) => Promise<readonly Found[]>,
): Suggestions<Found> {
  const wanted = text.trim();
  const [answered, setAnswered] = useState<Answered<Found>>({ text: '', found: none });

  useEffect(() => {
    if (wanted === '') return;
    const gone = new AbortController();
    const timer = window.setTimeout(async () => {
      try {
        const found = await ask(wanted, gone.signal);
        if (!gone.signal.aborted) setAnswered({ text: wanted, found });
      } catch (error) {
        if (gone.signal.aborted || (error instanceof ApiError && error.code === 'CLIENT.ABORTED')) return;
        logProblem('Suggestions could not be loaded.', error);
        setAnswered({ text: wanted, found: none });
      }
    }, SUGGESTION_PAUSE_MS);
    return () => {
      window.clearTimeout(timer);
      gone.abort();
    };
  }, [wanted, ask]);

  if (wanted === '') return { found: none, isAsking: false };
  return { found: answered.found, isAsking: answered.text !== wanted };
}
