/** Reports whether LinkedIn's cookies are present. One boolean: no value leaves the extension. */
import { hasSiteAccess, LINKEDIN_ORIGIN } from '../platform/site-access.ts';
import { isSignedIn } from '../state/linkedin-session.ts';
import type { Handler } from './handler.ts';

export const checkCookies: Handler<'checkCookies'> = async () => {
  if (!(await hasSiteAccess(LINKEDIN_ORIGIN))) return { ok: false, error: { code: 'no_permission' } };
  return { ok: true, data: { available: await isSignedIn() } };
};
