/** Which sites the user lets the extension reach. Access can be withheld or withdrawn at any time. */
import browser from 'webextension-polyfill';
import { patternOf } from './match-patterns.ts';

export const LINKEDIN_ORIGIN = 'https://www.linkedin.com';

export function hasSiteAccess(origin: string): Promise<boolean> {
  return browser.permissions.contains({ origins: [sitePattern(origin)] });
}

/** Whether the bridge may run under `/app` of the origin. `contains` does not know pages of content scripts. */
export async function hasPageAccess(origin: string): Promise<boolean> {
  const granted = (await browser.permissions.getAll()).origins ?? [];
  return granted.includes(patternOf(origin, '/app/*')) || granted.includes(sitePattern(origin));
}

/**
 * Must be called straight from a click. Resolves to what the user decided; the popup may be gone by then. It also resolves
 * to false for an address that the browser has no pattern for.
 */
export async function requestSiteAccess(origins: readonly string[]): Promise<boolean> {
  try {
    return await browser.permissions.request({ origins: origins.map(sitePattern) });
  } catch {
    return false;
  }
}

/**
 * The browser keeps access it gave for other reasons, as to a site of a wider grant; that is no failure.
 * @param needed other origins, whose access must stay: in Firefox, all ports of a host share one
 */
export async function dropSiteAccess(origin: string, needed: readonly string[]): Promise<void> {
  if (needed.some((other) => sitePattern(other) === sitePattern(origin))) return;
  await browser.permissions.remove({ origins: [sitePattern(origin)] }).catch(() => undefined);
}

/** Fires for grants and withdrawals alike, wherever the user made them. */
export function onSiteAccessChange(listener: () => void): void {
  browser.permissions.onAdded.addListener(listener);
  browser.permissions.onRemoved.addListener(listener);
}

function sitePattern(origin: string): string {
  return patternOf(origin, '/*');
}
