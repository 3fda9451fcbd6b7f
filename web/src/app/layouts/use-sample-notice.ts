/**
 * Whether the screen shows what an account collected or tracks, and all of it is invented. The screens of tables and of
 * collected people say it of their rows themselves. Narrow windows have a line for the notice above the page, so its place is reserved from the first
 * picture on: by what was true when this browser asked last, and before that on any screen that could show it.
 */
import { useState } from 'react';
import { useLocation } from 'react-router-dom';
import { paths } from '../../lib/paths.ts';
import { useSampleRows } from '../../lib/sample-rows.ts';

/** What they show belongs to the account. */
const accountScreens = [paths.linkedinCollector, '/linkedin/users', paths.social, paths.socialDashboard];

interface SampleNoticeState {
  readonly isShown: boolean;
  /** It is shown, or its place is reserved. */
  readonly hasPlace: boolean;
}

/** Asks only on screens that could show invented rows. */
export function useSampleNotice(): SampleNoticeState {
  const { pathname } = useLocation();
  const [reservedAt, setReservedAt] = useState<string | null>(null);
  const couldBe = accountScreens.some((path) => pathname === path || pathname.startsWith(`${path}/`));
  const { samples, hasFailed } = useSampleRows(couldBe);
  const isShown = couldBe && samples?.account === true;
  const isOpen = couldBe && samples === null && !hasFailed;
  // Once it is reserved it stays until another screen comes, so that nothing moves if there is nothing to say.
  const nextReserved = isShown || isOpen ? pathname : reservedAt === pathname ? reservedAt : null;
  if (nextReserved !== reservedAt) setReservedAt(nextReserved);
  return { isShown, hasPlace: nextReserved !== null };
}
