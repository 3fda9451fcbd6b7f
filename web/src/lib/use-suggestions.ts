/**
 * The server's suggestions for a text, requested a moment after the last key and only if there is text. A failure
 * is logged and leaves the list empty: the text can still be used.
 */
import { useEffect, useState } from 'react';
import { ApiError } from './api-client/api-error.ts';
import { logProblem } from './log.ts';

const SUGGESTION_PAUSE_MS = 300;
/** A longer text, such as a pasted list, is no part of a name; the server refuses it. */
const MAX_CHARACTERS = 100;

export interface Suggestion {
  readonly id: string;
  readonly name: string;
}

interface Answered<Found> {
  readonly text: string;
  readonly found: readonly Found[];
}

interface Suggestions<Found> {
  /** The suggestions; while new ones load, those of the previous text. */
  readonly found: readonly Found[];
  readonly isLoading: boolean;
}

const none: readonly never[] = [];

/** @param ask stable between renders; rejects when its signal is aborted */
export function useSuggestions<Found extends Suggestion>(
  text: string,
  ask: (text: string, signal: AbortSignal) => Promise<readonly Found[]>,
): Suggestions<Found> {
  const query = text.trim();
  const isAsked = query !== '' && query.length <= MAX_CHARACTERS;
  const [answered, setAnswered] = useState<Answered<Found>>({ text: '', found: none });

  useEffect(() => {
    if (!isAsked) return;
    const controller = new AbortController();
    const timer = window.setTimeout(async () => {
      try {
        const found = await ask(query, controller.signal);
        if (!controller.signal.aborted) setAnswered({ text: query, found });
      } catch (error) {
        if (controller.signal.aborted || (error instanceof ApiError && error.code === 'CLIENT.ABORTED')) return;
        logProblem('Suggestions could not be loaded.', error);
        setAnswered({ text: query, found: none });
      }
    }, SUGGESTION_PAUSE_MS);
    return () => {
      window.clearTimeout(timer);
      controller.abort();
    };
  }, [query, isAsked, ask]);

  if (!isAsked) return { found: none, isLoading: false };
  return { found: answered.found, isLoading: answered.text !== query };
}
