/** The one form of a day in mails, such as `5 December 2026`. Of UTC, because the reader's time zone is not known. */
export function formatMailDay(time: Date): string {
  return time.toLocaleDateString('en-GB', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' });
}
