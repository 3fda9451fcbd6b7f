/**
 * Files of a source in the data directory. A file is written as `.part` beside a note of what the publisher said of it, and
 * gets its name when its length is the announced one. A part is resumed where it ends, as long as the publisher has the same
 * file; a whole file is asked for only if it changed.
 */
import { createHash } from 'node:crypto';
import { type FileHandle, mkdir, open, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Dispatcher } from 'undici';
import { z } from 'zod';
import { type DownloadedFile, OpenSourceError } from '../open-source.ts';
import { type AnswerHead, shown } from './refuse-answer.ts';

/** Waits between tries that brought nothing; a try that brought bytes starts them again. */
const RETRY_MS = [1_000, 5_000, 20_000, 60_000];
/** Tries of one file in one run, whatever they brought. */
const MAX_TRIES = 50;
const MEGABYTE = 1024 * 1024;

const noteSchema = z.object({
  url: z.string(),
  etag: z.string().nullable(),
  lastModified: z.string().nullable(),
  /** Of the whole file; null: the publisher did not say. */
  bytes: z.int().nullable(),
});
type Note = z.infer<typeof noteSchema>;

/** The beginning of an answer; its body is read or ended by whoever gets it. */
export interface StartedAnswer extends AnswerHead {
  readonly body: Dispatcher.ResponseData['body'];
}

interface DownloadsOptions {
  readonly directory: string;
  readonly start: (url: URL, headers: Readonly<Record<string, string>>) => Promise<StartedAnswer>;
  readonly refusalOf: (head: AnswerHead) => OpenSourceError | null;
  readonly failureOf: (url: URL, error: unknown) => OpenSourceError;
  readonly wait: (milliseconds: number) => Promise<unknown>;
  readonly signal: AbortSignal;
}

export interface Downloads {
  /** @throws {OpenSourceError} */
  fetch(url: URL, maxBytes: number): Promise<DownloadedFile>;
  removeAll(): Promise<void>;
}

/** The file, or why another try is made. */
type Outcome = { readonly file: DownloadedFile } | { readonly cause: unknown };

export function createDownloads({ directory, start, refusalOf, failureOf, wait, signal }: DownloadsOptions): Downloads {
  async function fetchOnce(url: URL, place: StoredFile, maxBytes: number): Promise<Outcome> {
    const note = await readNote(place, url);
    const whole = note === null ? null : await sizeOf(place.whole);
    const part = note === null ? null : await sizeOf(place.part);
    let answer: StartedAnswer;
    try {
      answer = await start(url, headersFor(note, { whole, part }));
    } catch (cause) {
      if (cause instanceof OpenSourceError) throw cause;
      return { cause };
    }
    const { status, body } = answer;
    const end = async (outcome: Outcome | OpenSourceError): Promise<Outcome> => {
      await body.dump().catch(() => undefined);
      if (outcome instanceof OpenSourceError) throw outcome;
      return outcome;
    };
    if (status === 304 && whole !== null && note !== null) return end({ file: downloaded(place, whole, note) });
    const refusal = refusalOf(answer);
    if (refusal !== null) return end(refusal);
    if (status === 206 && part !== null && note !== null) {
      const range = /^bytes (\d+)-\d+\/(\d+|\*)$/.exec(answer.headers.get('content-range') ?? '');
      if (range !== null && Number(range[1]) === part && (range[2] === '*' || Number(range[2]) === note.bytes))
        return receive(answer, { place, note, from: part, maxBytes, url });
    }
    if (status === 200) {
      const announced = noteOf(answer, url);
      try {
        // The note is never about another file than the one beside it, whenever the process ends.
        await removeFile(place);
        await mkdir(place.directory, { recursive: true });
        await writeNote(place, announced);
      } catch (error) {
        body.on('error', () => undefined).destroy();
        throw error;
      }
      return receive(answer, { place, note: announced, from: 0, maxBytes, url });
    }
    // The part is of no use: the publisher has another file, or answers ranges wrongly.
    if (status === 206 || status === 416) {
      await rm(place.part, { force: true });
      return end({ cause: new Error(`the range was not answered (status ${status})`) });
    }
    const failure = new OpenSourceError(`${shown(url)} could not be fetched: status ${status}.`);
    return end(status >= 500 ? { cause: failure } : failure);
  }

  async function receive(
    { body }: StartedAnswer,
    { place, note, from, maxBytes, url }: { place: StoredFile; note: Note; from: number; maxBytes: number; url: URL },
  ): Promise<Outcome> {
    body.on('error', () => undefined);
    const refuse = async () => {
      body.destroy();
      await removeFile(place);
      throw new OpenSourceError(`${shown(url)} is larger than ${Math.round(maxBytes / MEGABYTE)} MB, which is the limit.`);
    };
    if ((note.bytes ?? 0) > maxBytes) await refuse();
    const file = await open(place.part, from === 0 ? 'w' : 'r+', 0o600);
    let at = from;
    try {
      for await (const chunk of body) {
        const bytes: Buffer = chunk;
        if (at + bytes.length > maxBytes) await refuse();
        await writeAll(file, bytes, at).catch((cause: unknown) => {
          throw new Unwritable(cause);
        });
        at += bytes.length;
      }
    } catch (cause) {
      if (cause instanceof OpenSourceError) throw cause;
      if (cause instanceof Unwritable) throw cause.cause;
      return { cause };
    } finally {
      await file.datasync();
      await file.close();
    }
    if (note.bytes !== null && at !== note.bytes) {
      // More than was announced can only be another file.
      if (at > note.bytes) await rm(place.part, { force: true });
      return { cause: new Error(`${at} of ${note.bytes} bytes arrived`) };
    }
    await rename(place.part, place.whole);
    return { file: downloaded(place, at, note) };
  }

  async function fetch(url: URL, maxBytes: number): Promise<DownloadedFile> {
    const place = storageOf(directory, url);
    let idle = 0;
    let had = (await sizeOf(place.part)) ?? 0;
    for (let tries = 1; ; tries += 1) {
      signal.throwIfAborted();
      const outcome = await fetchOnce(url, place, maxBytes);
      if ('file' in outcome) return outcome.file;
      const has = (await sizeOf(place.part)) ?? 0;
      idle = has > had ? 1 : idle + 1;
      had = has;
      const pause = RETRY_MS[idle - 1];
      if (pause === undefined || tries === MAX_TRIES) throw failureOf(url, outcome.cause);
      await wait(pause);
    }
  }

  return {
    fetch: (url, maxBytes) =>
      fetch(url, maxBytes).catch((error: unknown) => {
        signal.throwIfAborted();
        throw isOfDisk(error)
          ? new OpenSourceError(`${shown(url)} could not be stored (${error.code}).`, { cause: error })
          : error;
      }),
    removeAll: () => rm(directory, { recursive: true, force: true }),
  };
}

/** Tells a full disk from a cut connection, which both have codes. */
class Unwritable extends Error {
  constructor(cause: unknown) {
    super('the disk refused a write', { cause });
  }
}

/** Errors of the network never get so far. */
function isOfDisk(error: unknown): error is Error & { readonly code: string } {
  return error instanceof Error && !(error instanceof OpenSourceError) && 'code' in error && typeof error.code === 'string';
}

interface StoredFile {
  readonly directory: string;
  readonly whole: string;
  readonly part: string;
  readonly note: string;
}

/** A folder for each address, so that the file keeps its own name, which messages show. */
function storageOf(root: string, url: URL): StoredFile {
  const directory = join(root, createHash('sha256').update(url.href).digest('hex').slice(0, 16));
  const name =
    url.pathname
      .split('/')
      .at(-1)
      ?.replace(/[^\w.-]+/g, '_')
      .replace(/^\.+/, '')
      .slice(-100) || 'file';
  const whole = join(directory, name);
  return { directory, whole, part: `${whole}.part`, note: join(directory, '.note.json') };
}

function headersFor(note: Note | null, { whole, part }: { readonly whole: number | null; readonly part: number | null }) {
  if (note === null) return {};
  if (whole !== null)
    return {
      ...(note.etag === null ? {} : { 'if-none-match': note.etag }),
      ...(note.lastModified === null ? {} : { 'if-modified-since': note.lastModified }),
    };
  // A weak tag says that two files mean the same, not that their bytes are the same.
  const validator = note.etag?.startsWith('W/') === false ? note.etag : note.lastModified;
  if (part === null || part === 0 || validator === null || part === note.bytes) return {};
  return { range: `bytes=${part}-`, 'if-range': validator };
}

function noteOf({ headers }: StartedAnswer, url: URL): Note {
  const length = headers.get('content-length') ?? '';
  return {
    url: url.href,
    etag: headers.get('etag') ?? null,
    lastModified: headers.get('last-modified') ?? null,
    bytes: /^\d{1,15}$/.test(length) ? Number(length) : null,
  };
}

function downloaded({ whole }: StoredFile, bytes: number, { lastModified }: Note): DownloadedFile {
  const time = Date.parse(lastModified ?? '');
  return { path: whole, bytes, lastModified: Number.isNaN(time) ? null : new Date(time) };
}

/** null: nothing is known of the file. */
async function readNote(place: StoredFile, url: URL): Promise<Note | null> {
  try {
    const note = noteSchema.parse(JSON.parse(await readFile(place.note, 'utf8')));
    return note.url === url.href ? note : null;
  } catch {
    return null;
  }
}

async function writeNote(place: StoredFile, note: Note): Promise<void> {
  await writeFile(`${place.note}.new`, JSON.stringify(note), { mode: 0o600 });
  await rename(`${place.note}.new`, place.note);
}

async function sizeOf(path: string): Promise<number | null> {
  try {
    return (await stat(path)).size;
  } catch {
    return null;
  }
}

async function removeFile({ directory }: StoredFile): Promise<void> {
  await rm(directory, { recursive: true, force: true });
}

async function writeAll(file: FileHandle, bytes: Buffer, at: number): Promise<void> {
  for (let done = 0; done < bytes.length; ) {
    const { bytesWritten } = await file.write(bytes, done, bytes.length - done, at + done);
    done += bytesWritten;
  }
}
