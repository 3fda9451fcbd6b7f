/** The app's one way to leave for another page in the same window: a provider's checkout, or our own server. */

/** Addresses come in answers: only https is followed, or our own origin, which may stand on http. */
export function isSafeDestination(url: string): boolean {
  if (!URL.canParse(url)) return false;
  const { protocol, origin } = new URL(url);
  return protocol === 'https:' || (protocol === 'http:' && origin === window.location.origin);
}

export function leaveFor(url: string): void {
  window.location.assign(url);
}
