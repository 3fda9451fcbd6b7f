/** Whether another try of a mail could end differently. */

/**
 * Whether the mail server refused this very recipient, in words that will be the same next time. Anything else of
 * class 5, such as credentials it does not take, is mended by the operator, and the mail is still good then.
 */
export function isRefusedForGood(error: unknown): boolean {
  const status = error instanceof Error && 'responseCode' in error ? error.responseCode : null;
  const command = error instanceof Error && 'command' in error ? error.command : null;
  return command === 'RCPT TO' && typeof status === 'number' && status >= 550 && status <= 553;
}
