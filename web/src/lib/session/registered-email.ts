/**
 * The email that somebody has just registered, for the sign-in page. It is in the router's state: an address would be kept in
 * histories and logs.
 */
import * as z from 'zod/mini';

const registeredSchema = z.object({ registeredEmail: z.string() });

/** Router state for the sign-in page. */
export function rememberRegistered(email: string): z.infer<typeof registeredSchema> {
  return { registeredEmail: email };
}

/** null: nobody has just registered */
export function registeredEmail(routerState: unknown): string | null {
  return registeredSchema.safeParse(routerState).data?.registeredEmail ?? null;
}
