/**
 * Whether the screen shows what an account collected or tracks, and all of it is invented. The screens of tables and of
 * collected people say it of their rows themselves. Asks only on screens that could show invented rows.
 */
import { useLocation } from 'react-router-dom';
import { paths } from '../../lib/paths.ts';
import { useSampleRows } from '../../lib/sample-rows.ts';

/** What they show belongs to the account. */
const accountScreens = [paths.linkedinCollector, '/linkedin/users', paths.social, paths.socialDashboard];

export function useHasSampleNotice(): boolean {
  const { pathname } = useLocation();
  const couldBe = accountScreens.some((path) => pathname === path || pathname.startsWith(`${path}/`));
  const { samples } = useSampleRows(couldBe);
  return couldBe && samples?.account === true;
}
