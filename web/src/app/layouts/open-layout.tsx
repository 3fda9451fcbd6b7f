/** The frame of pages that everyone may read: the usual frame with a session, otherwise one with a link to sign in. */
import { useAccountKey } from '../../lib/session/session.ts';
import { lazyPage } from '../lazy-page.ts';

const SignedInLayout = lazyPage(() => import('./signed-in-layout.tsx'), 'SignedInLayout');
const VisitorLayout = lazyPage(() => import('./visitor-layout.tsx'), 'VisitorLayout');

export function OpenLayout() {
  const accountKey = useAccountKey();
  return accountKey === null ? <VisitorLayout /> : <SignedInLayout key={accountKey} />;
}
