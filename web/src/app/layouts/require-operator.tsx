/** The gate before the console. For everybody but operators, with or without a session, its pages do not exist. */
import { useAccountKey } from '../../lib/session/session.ts';
import { lazyPage } from '../lazy-page.ts';
import { notFound } from '../screens.tsx';

const SignedInLayout = lazyPage(() => import('./signed-in-layout.tsx'), 'SignedInLayout');

export function RequireOperator() {
  const accountKey = useAccountKey();
  return accountKey === null ? notFound : <SignedInLayout key={accountKey} />;
}
