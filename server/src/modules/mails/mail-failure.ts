/** What a try that failed tells the operator, and whether another could end differently. */

const MAX_LENGTH = 300;

/** One line without addresses, and without links, which may hold a code. */
export function describeMailFailure(error: unknown): string {
  const reason = error instanceof Error ? error.message : String(error);
  const text = [fieldOf(error, 'code'), reason]
    .filter((part) => part !== null)
    .join(': ')
    .replaceAll(/https?:\/\/\S+/gi, '[link]')
    .replaceAll(/[^\s<>"'(]+@[^\s<>"')]+/g, '[address]')
    .replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ');
  return text.slice(0, MAX_LENGTH);
}

/**
 * Whether the mail server refused this very recipient, in words that will be the same next time. Anything else of
 * class 5, such as credentials it does not take, is mended by the operator, and the mail is still good then.
 */
export function isRefusedForGood(error: unknown): boolean {
  const status = error instanceof Error && 'responseCode' in error ? error.responseCode : null;
  return fieldOf(error, 'command') === 'RCPT TO' && typeof status === 'number' && status >= 550 && status <= 553;
}

function fieldOf(error: unknown, name: 'code' | 'command'): string | null {
  const value: unknown = error instanceof Error ? Reflect.get(error, name) : null;
  return typeof value === 'string' ? value : null;
}
