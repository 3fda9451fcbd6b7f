/**
 * The gate before every page that needs a session. Signing out, here or in another tab, leads to the sign-in page;
 * another account signing in remounts the frame, so that nothing of the first account remains. A person who was
 * redirected to sign in returns to the page afterwards; a person who signed out does not.
 */
import { useMemo, useState } from 'react';
import { Navigate, useLocation } from 'react-router-dom';
import { paths } from '../../lib/paths.ts';
import { rememberReturnAddress } from '../../lib/session/return-address.ts';
import { session, useAccountKey } from '../../lib/session/session.ts';
import { lazyPage } from '../lazy-page.ts';

const SignedInLayout = lazyPage(() => import('./signed-in-layout.tsx'), 'SignedInLayout');

export function RequireSession() {
  const location = useLocation();
  const accountKey = useAccountKey();
  const [lastAccountKey, setLastAccountKey] = useState(accountKey);
  if (accountKey !== null && accountKey !== lastAccountKey) setLastAccountKey(accountKey);
  const returnState = useMemo(() => rememberReturnAddress(location, lastAccountKey), [location, lastAccountKey]);

  if (accountKey !== null) return <SignedInLayout key={accountKey} />;
  return <Navigate to={paths.login} replace state={session.wasEndedHere() ? null : returnState} />;
}
