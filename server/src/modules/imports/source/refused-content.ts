/** What the readers shared with the app refuse, as the error of an import. */
import { UnreadableContent } from '@leadloom/shared/domain/unreadable-content';
import { unreadable } from '../unreadable.ts';

/** @throws {AppError} IMPORT.UNREADABLE for what the work refused */
export async function refused<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    throw refusalOf(error);
  }
}

/** The items of the source. @throws {AppError} IMPORT.UNREADABLE for what it refused */
export async function* refusedIn<Item>(items: AsyncIterable<Item>): AsyncGenerator<Item> {
  try {
    yield* items;
  } catch (error) {
    throw refusalOf(error);
  }
}

function refusalOf(error: unknown): unknown {
  if (!(error instanceof UnreadableContent)) return error;
  const { reason, detail } = error;
  return unreadable(reason, { cause: error.cause, ...(detail === undefined ? {} : { detail }) });
}
