/**
 * The frame of addresses that do not exist, and of those of the console: for everybody but operators, with or without a
 * session, both show the same.
 */
import { useAccountKey } from '../../lib/session/session.ts';
import { lazyPage } from '../lazy-page.ts';
import { notFound } from '../screens.tsx';

const SignedInLayout = lazyPage(() => import('./signed-in-layout.tsx'), 'SignedInLayout');

export function UnlistedLayout() {
  const accountKey = useAccountKey();
  return accountKey === null ? notFound : <SignedInLayout key={accountKey} />;
}
