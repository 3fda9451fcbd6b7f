/** What is said of a failure of the column store: its code and name, and its words without what stands in quotes in them. */
import type { Readable } from 'node:stream';
import { ColumnStoreFailed } from './column-store.ts';

/** There was no answer that an engine gives. What failed otherwise, such as a statement that is refused, says nothing of others. */
export class EngineAway extends ColumnStoreFailed {}

export const MAX_ERROR_CHARACTERS = 64 * 1024;
const MAX_SAID = 500;
/** Texts of statements and cells of rows stand between quotes. An apostrophe within a word is none. */
const QUOTED = /(?<!\w)(['"])(?:\\.|(?!\1)[^\\]|(?<=\w)'(?=\w))*(?:\1|$)/gs;
const EXCEPTION = /Code: \d+\. DB::Exception: [\s\S]*?(?= \(version |$)/;
const CONTROL = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}]+/gu;

/** An answer that says that there is none. Its body is read to its end, or given up where it is long. */
export async function refusal(status: number, body: Readable): Promise<ColumnStoreFailed> {
  let text = '';
  for await (const bytes of body) {
    text += String(bytes);
    if (text.length > MAX_ERROR_CHARACTERS) break;
  }
  return readFailure(text) ?? new EngineAway(`The column store answered with the status ${status}.`);
}

/** The error in the end of an answer that began well. */
export function brokenAnswer(text: string): ColumnStoreFailed {
  return readFailure(text) ?? new EngineAway("The column store's answer breaks off, or holds something other than rows.");
}

function readFailure(text: string): ColumnStoreFailed | null {
  const exception = EXCEPTION.exec(text)?.[0];
  return exception === undefined ? null : new ColumnStoreFailed(`The column store refused: ${said(exception)}`);
}

/** @param password is taken out of the words of whatever went wrong */
export function engineFailure(error: unknown, password: string): ColumnStoreFailed {
  const text = error instanceof Error ? error.message : String(error);
  const safe = password === '' ? text : text.replaceAll(password, '…');
  if (error instanceof ColumnStoreFailed && safe === text) return error;
  return error instanceof ColumnStoreFailed
    ? new ColumnStoreFailed(safe)
    : new EngineAway(`The column store did not answer: ${said(safe)}`);
}

function said(text: string): string {
  return text.replaceAll(QUOTED, "'…'").replaceAll(CONTROL, ' ').trim().slice(0, MAX_SAID);
}
