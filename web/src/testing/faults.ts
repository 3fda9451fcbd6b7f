/** Answers nobody planned for, and what a screen should say then. */
import { HttpResponse } from 'msw';

export const faults = [
  {
    name: 'an error of the server',
    respond: () => HttpResponse.json({ code: 'SERVER.INTERNAL', msg: 'Something went wrong on our side.' }, { status: 500 }),
    text: 'Something went wrong on our side.',
  },
  {
    name: 'a page of a proxy',
    respond: () => new HttpResponse('<html><h1>502 Bad Gateway</h1></html>', { status: 502 }),
    text: 'The service is not available right now. Please try again in a moment.',
  },
  {
    name: 'no answer',
    respond: () => HttpResponse.error(),
    text: 'The server cannot be reached. Check your connection and try again.',
  },
  {
    name: 'a limit',
    respond: () => HttpResponse.json({ code: 'RATE.LIMITED', msg: 'Please wait a minute.' }, { status: 429 }),
    text: 'Please wait a minute.',
  },
  {
    name: 'an answer that cannot be read',
    respond: () => new HttpResponse('<html>Sign in to the network</html>', { status: 200 }),
    text: 'The server sent a response that could not be read.',
  },
] as const;

/**
 * Two of the faults. One function makes the sentences of all of them: one list and one form are tried with all, and so is
 * every screen in `pnpm faults`.
 * @param from the first of them; screens with other numbers try others
 */
export const twoFaults = (from: number): readonly (typeof faults)[number][] =>
  faults.filter((_, place) => (place + from) % 5 < 2);

/** A time longer than a screen goes on asking by itself before it says so. */
export const ALL_RETRIES_MS = 4000;
