/**
 * Suggestions for a typed text: our server's shortly after the last key, LinkedIn's when the person asks for them.
 * Without text there are none; failures are logged and leave none.
 */
import { searchCompanies, searchLocations } from '@leadloom/shared/contract/linkedin';
import { useEffect, useRef, useState } from 'react';
import { ApiError } from '../../../lib/api-client/api-error.ts';
import { call } from '../../../lib/api-client/call.ts';
import { formatMoment } from '../../../lib/format-date.ts';
import { logProblem, logWarning } from '../../../lib/log.ts';
import { explainListStop } from '../listing/list-stop.ts';
import { toLocationOption } from './location-option.ts';
import { lookUpOnLinkedIn } from './look-up-on-linkedin.ts';
import type { LookupKind, LookupOption } from './lookup-option.ts';

const LOOKUP_PAUSE_MS = 300;

interface Answered {
  readonly text: string;
  readonly options: readonly LookupOption[];
}

interface Lookup {
  readonly options: readonly LookupOption[];
  readonly isAsking: boolean;
  /** LinkedIn was not asked for this text yet. */
  readonly mayAskLinkedIn: boolean;
  readonly askLinkedIn: () => void;
  /** The result of asking LinkedIn, where the options alone do not show it. */
  readonly message: string | null;
}

const nothing: Answered = { text: '', options: [] };

export function useLookup(kind: LookupKind, typed: string): Lookup {
  const text = typed.trim();
  const [server, setServer] = useState(nothing);
  const [linkedIn, setLinkedIn] = useState(nothing);
  const [pending, setPending] = useState<string | null>(null);
  const [message, setMessage] = useState<{ readonly text: string; readonly words: string } | null>(null);
  const latest = useRef(text);
  latest.current = text;

  useEffect(() => {
    if (text === '') return;
    const gone = new AbortController();
    const timer = window.setTimeout(async () => {
      try {
        const options = await lookUpOnServer(kind, text, gone.signal);
        if (!gone.signal.aborted) setServer({ text, options });
      } catch (error) {
        if (gone.signal.aborted || (error instanceof ApiError && error.code === 'CLIENT.ABORTED')) return;
        logProblem('Suggestions for the search could not be loaded.', error);
        setServer({ text, options: [] });
      }
    }, LOOKUP_PAUSE_MS);
    return () => {
      window.clearTimeout(timer);
      gone.abort();
    };
  }, [kind, text]);

  async function askLinkedIn(): Promise<void> {
    setPending(text);
    setMessage(null);
    const result = await lookUpOnLinkedIn(kind, text);
    setPending(null);
    if (result.kind === 'found') setLinkedIn({ text, options: result.options });
    if (result.kind === 'found' && result.options.length === 0)
      setMessage({ text, words: `LinkedIn knows no ${kind} named “${text}”.` });
    if (result.kind === 'failed') {
      setServer((known) => (known.text === latest.current ? { ...known, options: [] } : known));
      setMessage({ text, words: explainListStop(result.stop, Date.now(), formatMoment) });
    }
  }

  const fromServer = server.text === text ? server.options : [];
  const fromLinkedIn = linkedIn.text === text ? linkedIn.options : [];
  const options = new Map([...fromServer, ...fromLinkedIn].map((option) => [option.id, option]));
  return {
    options: text === '' ? [] : [...options.values()],
    isAsking: text !== '' && (pending !== null || server.text !== text),
    mayAskLinkedIn: text !== '' && pending === null && linkedIn.text !== text,
    askLinkedIn: () => void askLinkedIn(),
    message:
      pending !== null ? 'Asking LinkedIn…' : message !== null && (message.text === text || text === '') ? message.words : null,
  };
}

/** What our server knows for a typed text: its built-in locations, and locations and companies seen before. */
async function lookUpOnServer(kind: LookupKind, text: string, signal: AbortSignal): Promise<readonly LookupOption[]> {
  // The endpoint accepts no longer text, and no name is that long.
  const query = text.slice(0, 200).toWellFormed();
  if (kind === 'company') {
    const { data } = await call(searchCompanies, { query: { query } }, { signal });
    return data.map(({ company_id: id, company_name: name }) => ({ id, ids: [id], name, note: null, chosenName: name }));
  }
  try {
    const { data } = await call(searchLocations, { query: { query } }, { signal });
    return data.map(toLocationOption);
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 404) throw error;
    logWarning(`The server knows no location that matches “${query}”.`);
    return [];
  }
}
