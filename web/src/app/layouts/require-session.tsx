/**
 * The gate before every page that needs a session. Signing out, here or in another tab, leads to the
 * sign-in page; another account signing in starts the frame anew, so that nothing of the first remains.
 */
import { Navigate } from 'react-router-dom';
import { paths } from '../../lib/paths.ts';
import { useAccountKey } from '../../lib/session/session.ts';
import { lazyPage } from '../lazy-page.ts';

const SignedInLayout = lazyPage(() => import('./signed-in-layout.tsx'), 'SignedInLayout');

export function RequireSession() {
  const accountKey = useAccountKey();
  if (accountKey === null) return <Navigate to={paths.login} replace />;
  return <SignedInLayout key={accountKey} />;
}
