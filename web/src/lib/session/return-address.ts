/**
 * Where somebody was on the way to when they had to sign in first, kept in the router's state, which nobody
 * outside the app can write. Where a session ran out, the place is for that account alone: its address may
 * say what another one must not learn.
 */
import type { Location } from 'react-router-dom';
import * as z from 'zod/mini';

const placeLeftSchema = z.object({
  placeLeft: z.object({
    /** Path and query. Two slashes at the beginning would be another host. */
    address: z.string().check(z.regex(/^\/(?![/\\])/)),
    /** null: nobody was signed in. */
    accountKey: z.nullable(z.string()),
  }),
});
type PlaceLeft = z.infer<typeof placeLeftSchema>;

/** Router state for the sign-in page. @param accountKey whose session ended there; null: nobody's */
export function rememberReturnAddress({ pathname, search, hash }: Location, accountKey: string | null): PlaceLeft {
  return { placeLeft: { address: `${pathname}${search}${hash}`, accountKey } };
}

/** Where the account that has signed in goes on; null where no place is kept for it. */
export function returnAddress(routerState: unknown, accountKey: string | null): string | null {
  const { data } = placeLeftSchema.safeParse(routerState);
  if (data === undefined) return null;
  const { placeLeft } = data;
  return placeLeft.accountKey === null || placeLeft.accountKey === accountKey ? placeLeft.address : null;
}
