import { paths } from '../../lib/paths.ts';
import { sessionScreens } from '../screens.tsx';

/** Where a switch to another workspace leads: to the same screen, unless it shows something of this workspace. */
export function pathInOther(pathname: string): string {
  return sessionScreens.some(({ path }) => path === pathname) ? pathname : paths.dashboard;
}
