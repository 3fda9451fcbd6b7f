/**
 * A lock across tabs where the browser has no locks (plain http): a note in localStorage names the holder and when it
 * last renewed. An old note does not prove that the holder is gone, because hidden tabs are throttled and computers
 * sleep, so the holder is asked first. Storage events reach hidden tabs at once.
 */
import * as z from 'zod/mini';
import { parseJson } from '../../../lib/api-client/api-error.ts';
import { randomId } from '../../../lib/extension-client/random-id.ts';
import { logProblem } from '../../../lib/log.ts';

const noteSchema = z.object({ holder: z.string(), at: z.number() });
type Note = z.infer<typeof noteSchema>;

const BEAT_MS = 3_000;
/** A little more than three missed renewals. */
const FRESH_MS = 10_000;
/** How long a busy holder may take to answer. */
const ANSWER_MS = 2_000;
/** The browser orders writes of two tabs made at the same moment; after this pause both read the later one. */
const SETTLE_MS = 150;

type Release = () => void;

/**
 * null: another tab holds it. The caller must prevent two takers in one tab.
 * @param name unique among this site's turns
 */
export async function takeLease(name: string): Promise<Release | null> {
  const holder = randomId();
  try {
    if (await isHeld(name, holder)) return null;
    write(name, holder);
    await pause(SETTLE_MS);
    return readNote(name)?.holder === holder ? keep(name, holder) : null;
  } catch (cause) {
    logProblem('The browser refused to store the lease, so other tabs do not know that this one is working.', cause);
    return () => undefined;
  }
}

async function isHeld(name: string, asker: string): Promise<boolean> {
  const note = readNote(name);
  if (note === null || isFresh(note)) return note !== null;
  localStorage.setItem(questionKey(name), asker);
  await pause(ANSWER_MS);
  localStorage.removeItem(questionKey(name));
  const answer = readNote(name);
  return answer !== null && isFresh(answer);
}

function keep(name: string, holder: string): Release {
  const isOwn = (): boolean => readNote(name)?.holder === holder;
  // A tab that found this one silent may hold the lock by now: its note stays.
  const renew = (): void => {
    if (isOwn()) write(name, holder);
  };
  const release = (): void => {
    if (isOwn()) localStorage.removeItem(name);
  };
  const over = new AbortController();
  const { signal } = over;
  const timer = setInterval(renew, BEAT_MS);
  const onStorage = ({ key, newValue }: StorageEvent): void => {
    if (key === questionKey(name) && newValue !== null) renew();
  };
  // A page that was left may be restored from the back/forward cache with its work.
  const onShow = ({ persisted }: PageTransitionEvent): void => {
    if (persisted && readNote(name) === null) write(name, holder);
  };
  window.addEventListener('storage', onStorage, { signal });
  window.addEventListener('pagehide', release, { signal });
  window.addEventListener('pageshow', onShow, { signal });
  return () => {
    over.abort();
    clearInterval(timer);
    release();
  };
}

/** A clock that was set back leaves a note from the future; it proves no more than an old one. */
function isFresh({ at }: Note): boolean {
  return Math.abs(Date.now() - at) < FRESH_MS;
}

function write(name: string, holder: string): void {
  localStorage.setItem(name, JSON.stringify({ holder, at: Date.now() } satisfies Note));
}

/** null: free, or not written by us. */
function readNote(name: string): Note | null {
  const parsed = noteSchema.safeParse(parseJson(localStorage.getItem(name) ?? ''));
  return parsed.success ? parsed.data : null;
}

function questionKey(name: string): string {
  return `${name}-question`;
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
