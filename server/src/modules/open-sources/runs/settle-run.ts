/** What follows from the end of a run: the sentence for operators, and when the next one is due. Pure. */
import { classifyError } from '../../../http/classify-error.ts';
import { OpenSourceError, type OpenSourceManifest } from '../../../open-sources/open-source.ts';
import type { EndedRun } from '../open-sources.repository.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const FIRST_PAUSE = 5 * MINUTE;
const LONGEST_PAUSE = DAY;
/** A publisher's own time is obeyed up to here, so that a wrong one does not stop the source for good. */
const LONGEST_OBEYED = 7 * DAY;
/** Texts for the operator are cut to this length. */
const ERROR_LENGTH = 500;
/** Fewer rows than this share of the last full file are taken for a fault of the file. */
const EXPECTED_SHARE = 0.9;

/** A full file has far fewer rows than the last one. Nothing of it is stored. */
export class ShrunkenFile extends OpenSourceError {
  readonly rows: number;

  constructor(rows: number, last: number) {
    super(
      `The file has ${rows.toLocaleString('en')} rows, and the last one had ${last.toLocaleString('en')}. Fewer than 90 % are taken for a fault of the file, so nothing was changed. If the file is right, load it anyway.`,
    );
    this.rows = rows;
  }
}

/** @param last rows of the last full file; null: there was none */
export function isShrunken(rows: number, last: number | null): last is number {
  return last !== null && rows < last * EXPECTED_SHARE;
}

export function settleSuccess({ everyHours }: Pick<OpenSourceManifest, 'everyHours'>, now: Date): EndedRun {
  return { lastRunAt: now, nextRunAt: later(now, everyHours * HOUR), failures: 0, error: null, refusedRows: null };
}

/** @param failures runs in a row that failed before this one: the more, the longer the pause */
export function settleFailure(error: unknown, { failures, now }: { readonly failures: number; readonly now: Date }): EndedRun {
  const pause = later(now, Math.min(FIRST_PAUSE * 2 ** Math.min(failures, 20), LONGEST_PAUSE));
  const asked = error instanceof OpenSourceError ? error.retryAt : null;
  return {
    lastRunAt: now,
    nextRunAt:
      asked === null || Number.isNaN(asked.getTime()) ? pause : laterOf(pause, earlierOf(asked, later(now, LONGEST_OBEYED))),
    failures: failures + 1,
    error: sentenceOf(error),
    refusedRows: error instanceof ShrunkenFile ? error.rows : null,
  };
}

/** Why something failed, in a sentence. Details of errors of ours stay in the log. */
export function sentenceOf(error: unknown): string {
  const { message } = error instanceof OpenSourceError ? error : classifyError(error);
  // PostgreSQL refuses NUL.
  return message.replaceAll('\0', '').slice(0, ERROR_LENGTH);
}

function later(now: Date, milliseconds: number): Date {
  return new Date(now.getTime() + milliseconds);
}

function laterOf(one: Date, other: Date): Date {
  return one > other ? one : other;
}

function earlierOf(one: Date, other: Date): Date {
  return one < other ? one : other;
}
