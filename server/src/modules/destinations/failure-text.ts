/** What members are told of a failure. Pure. */
import { type DestinationSecrets, withoutSecrets } from './destination-secret.ts';

const MAX_CHARACTERS = 500;
/** The database stores no NUL, and a line has no breaks. */
const CONTROL = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}]+/gu;

/** One line without the destination's secrets. */
export function failureText(error: unknown, secrets: DestinationSecrets): string {
  const text = error instanceof Error && error.message !== '' ? error.message : 'Something went wrong.';
  return withoutSecrets(text, secrets).replace(CONTROL, ' ').trim().slice(0, MAX_CHARACTERS);
}
