/** Refuses unknown names that a schema cannot check, because what is known depends on another part of the request. */
import { amongNames } from '@leadloom/shared/contract/among-names';
import { AppError } from './app-error.ts';

/**
 * @param pointer to the part of the body, as RFC 6901 writes it
 * @throws {AppError} REQUEST.INVALID with the names that are known, and those that are not
 */
export function refuseUnknown(pointer: string, names: readonly string[], known: readonly string[]): void {
  if (names.every((name) => known.includes(name))) return;
  const detail = amongNames(known)({ input: names });
  throw new AppError('REQUEST.INVALID', { message: `${pointer}: ${detail}`, errors: [{ pointer, detail }] });
}
