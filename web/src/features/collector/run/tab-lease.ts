/**
 * A turn among tabs where the browser has no locks (plain http): a note in localStorage says which tab has it
 * and when that tab last said so. An old note is doubted, not believed: timers of hidden tabs are slowed down
 * and computers sleep, so its holder is asked first. Storage events reach hidden tabs at once.
 */
import { z } from 'zod';
import { parseJson } from '../../../lib/api-client/api-error.ts';
import { randomId } from '../../../lib/extension-client/random-id.ts';
import { logProblem } from '../../../lib/log.ts';

const noteSchema = z.object({ holder: z.string(), at: z.number() });
type Note = z.infer<typeof noteSchema>;

const BEAT_MS = 3_000;
/** Three beats missed, and a little more. */
const FRESH_MS = 10_000;
/** For a holder whose page is at work. */
const ANSWER_MS = 2_000;
/** What two tabs write in the same moment is put in order by the browser; then both read the later one. */
const SETTLE_MS = 150;

type GiveBack = () => void;

/**
 * null: another tab has the turn. Not for two takers in one tab: those are the caller's matter.
 * @param name unique among this site's turns
 */
export async function takeLease(name: string): Promise<GiveBack | null> {
  const holder = randomId();
  try {
    if (await isHeld(name, holder)) return null;
    write(name, holder);
    await pause(SETTLE_MS);
    return readNote(name)?.holder === holder ? keep(name, holder) : null;
  } catch (cause) {
    logProblem('The browser refused to keep a note for other tabs; only this one is known to be at work.', cause);
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

function keep(name: string, holder: string): GiveBack {
  const isOwn = (): boolean => readNote(name)?.holder === holder;
  // Another tab that found this one silent may have the turn by now: its note stays.
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
  // A page that is left may come back as it was, with its work.
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

/** A clock that was set back makes a note of the future; it says no more than an old one. */
function isFresh({ at }: Note): boolean {
  return Math.abs(Date.now() - at) < FRESH_MS;
}

function write(name: string, holder: string): void {
  localStorage.setItem(name, JSON.stringify({ holder, at: Date.now() } satisfies Note));
}

/** null: nobody's, or no note of ours. */
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
