/** Moments in words, in the browser's own format and time zone. */

/** `at 14:05`, or `on Tuesday at 14:05` when it is not today. @param now milliseconds since 1970 */
export function momentOf(time: number, now: number, locale?: string): string {
  const clock = clockOf(time, locale);
  if (new Date(time).toDateString() === new Date(now).toDateString()) return `at ${clock}`;
  return `on ${new Date(time).toLocaleDateString(locale, { weekday: 'long' })} at ${clock}`;
}

/** `14:05` */
export function clockOf(time: number, locale?: string): string {
  return new Date(time).toLocaleTimeString(locale, { hour: '2-digit', minute: '2-digit' });
}

/** `Thursday, 15 January` */
export function dayOf(time: number, locale?: string): string {
  return new Date(time).toLocaleDateString(locale, { weekday: 'long', day: 'numeric', month: 'long' });
}
