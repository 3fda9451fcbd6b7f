/** The error for files that cannot be read. */
import { AppError } from '../../http/app-error.ts';

/**
 * @param reason a sentence about the file, without its end
 * @param detail the reason for whoever types commands, with columns and options as they are typed there; absent: the same
 * @returns IMPORT.UNREADABLE
 */
export function unreadable(
  reason: string,
  { cause, detail }: { readonly cause?: unknown; readonly detail?: string } = {},
): AppError {
  const sentence = (text: string) => `The file could not be read: ${text}. Nothing was loaded.`;
  return new AppError('IMPORT.UNREADABLE', {
    message: sentence(reason),
    cause,
    ...(detail === undefined ? {} : { detail: sentence(detail) }),
  });
}
