/** What cannot be read in a publisher's file, as the error of its source. */
import { UnreadableContent } from '@leadloom/shared/domain/unreadable-content';
import { OpenSourceError } from '../open-source.ts';

/**
 * The items of a reader.
 * @param file what messages call the file
 * @throws {OpenSourceError} for what the reader refused; errors of the disk as they are
 */
export async function* refusedIn<Item>(file: string, items: AsyncIterable<Item>): AsyncGenerator<Item> {
  try {
    yield* items;
  } catch (error) {
    throw refusalOf(file, error);
  }
}

/** Errors of the disk have codes such as `EIO`; those of zlib begin with `Z_`, those of the readers have none. */
export function refusalOf(file: string, error: unknown): unknown {
  if (error instanceof OpenSourceError || !(error instanceof Error)) return error;
  if (error instanceof UnreadableContent)
    return new OpenSourceError(`${file} cannot be read: ${error.reason}.`, { cause: error });
  if ('code' in error && typeof error.code === 'string' && !error.code.startsWith('Z_')) return error;
  return new OpenSourceError(`${file} cannot be read: it is damaged or cut off.`, { cause: error });
}
