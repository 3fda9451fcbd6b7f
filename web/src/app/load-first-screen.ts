/**
 * The screen of the address that is opened, loaded beside its frame. Otherwise it would be asked for once the frame is
 * there, which takes one more way to the server and back.
 */
import { matchPath } from 'react-router-dom';
import { APP_BASE } from '../lib/paths.ts';
import { session } from '../lib/session/session.ts';
import { loadPage } from './lazy-page.ts';
import { openScreens, operatorScreens, publicScreens, sessionScreens } from './screens.tsx';

/** @param pathname with the base of the app */
export function loadFirstScreen(pathname: string): void {
  if (!pathname.startsWith(`${APP_BASE}/`)) return;
  const path = pathname.slice(APP_BASE.length);
  // Without a session, the others lead to the sign-in page.
  const shown = session.isSignedIn()
    ? [...openScreens, ...sessionScreens, ...operatorScreens]
    : [...publicScreens, ...openScreens];
  const screen = shown.find((one) => matchPath(one.path, path) !== null);
  if (screen !== undefined) loadPage(screen.element);
}
