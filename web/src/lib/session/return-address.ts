/**
 * The page a person wanted before they had to sign in, kept in the router's state, which nobody outside the app
 * can write. If a session expired, the address is only for that account, because it may contain what another
 * account must not learn.
 */
import type { Location } from 'react-router-dom';
import * as z from 'zod/mini';

const returnStateSchema = z.object({
  returnTo: z.object({
    /** Path and query. Two slashes at the beginning would be another host. */
    address: z.string().check(z.regex(/^\/(?![/\\])/)),
    /** null: nobody was signed in. */
    accountKey: z.nullable(z.string()),
  }),
});
type ReturnState = z.infer<typeof returnStateSchema>;

/** Router state for the sign-in page. @param accountKey whose session ended there; null: nobody's */
export function rememberReturnAddress({ pathname, search, hash }: Location, accountKey: string | null): ReturnState {
  return { returnTo: { address: `${pathname}${search}${hash}`, accountKey } };
}

/** The address to return to after signing in; null if none is stored for this account. */
export function returnAddress(routerState: unknown, accountKey: string | null): string | null {
  const { data } = returnStateSchema.safeParse(routerState);
  if (data === undefined) return null;
  const { returnTo } = data;
  return returnTo.accountKey === null || returnTo.accountKey === accountKey ? returnTo.address : null;
}
