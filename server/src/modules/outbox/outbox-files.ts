/** Reads mails from the outbox folder. Only file names that the outbox itself creates are opened. */
import { open, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Email } from 'postal-mime';
import { outboxFileName } from '../../mail/outbox-mailer.ts';

/** The number of mails in the list. */
const LISTED_MAILS = 200;
/** Bytes of a file's beginning that hold the headers, which is all a list needs. */
const HEAD_BYTES = 4096;

export interface OutboxMail {
  readonly file: string;
  readonly to: string;
  readonly subject: string;
  /** ISO 8601, or null if the file has no readable date. */
  readonly date: string | null;
}

export interface OutboxMailWithBody extends OutboxMail {
  readonly from: string;
  readonly text: string;
  readonly html: string;
}

export interface OutboxFiles {
  /** Newest first, at most 200. */
  list(): Promise<{ readonly mails: readonly OutboxMail[]; readonly total: number }>;
  /** Reads a mail; null for a name that the outbox did not create, and for a deleted file. */
  read(file: string): Promise<OutboxMailWithBody | null>;
}

export function createOutboxFiles(folder: string): OutboxFiles {
  return {
    async list() {
      const names = (await listNames(folder)).sort().reverse();
      const mails = await Promise.all(names.slice(0, LISTED_MAILS).map((file) => readHead(folder, file)));
      return { mails: mails.filter((mail) => mail !== null), total: names.length };
    },
    async read(file) {
      if (!outboxFileName.test(file)) return null;
      const content = await unlessGone(readFile(join(folder, file)));
      if (content === null) return null;
      const email = await parse(content);
      return { ...describe(file, email), from: email.from?.address ?? '', text: email.text ?? '', html: email.html ?? '' };
    },
  };
}

async function listNames(folder: string): Promise<string[]> {
  const names = await unlessGone(readdir(folder));
  return (names ?? []).filter((name) => outboxFileName.test(name));
}

async function readHead(folder: string, file: string): Promise<OutboxMail | null> {
  const handle = await unlessGone(open(join(folder, file)));
  if (handle === null) return null;
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0);
    return describe(file, await parse(buffer.subarray(0, bytesRead)));
  } finally {
    await handle.close();
  }
}

/** The library is loaded when the first mail is opened. */
async function parse(content: Buffer): Promise<Email> {
  const { default: PostalMime } = await import('postal-mime');
  return PostalMime.parse(content);
}

function describe(file: string, email: Email): OutboxMail {
  const to = email.to?.map(({ address }) => address ?? '').join(', ') ?? '';
  return { file, to, subject: email.subject ?? '(no subject)', date: email.date ?? null };
}

/** Mails may be removed while pages are read, and the folder does not exist before the first mail. */
async function unlessGone<Result>(work: Promise<Result>): Promise<Result | null> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  }
}
