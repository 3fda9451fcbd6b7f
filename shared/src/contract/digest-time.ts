/** When something repeats: at a time of day, in a time zone. */
import * as z from 'zod/mini';

export const timeOfDay = z.string().check(z.regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, 'must be a time of day such as 08:00'));
export const timeZone = z.string().check(z.refine(isTimeZone, 'must be a time zone such as Europe/Oslo'));

function isTimeZone(name: string): boolean {
  if (name.length > 60 || !/^[A-Za-z]/.test(name)) return false;
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}
