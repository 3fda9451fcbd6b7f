/**
 * The host of an address in the form rows are compared by: lower case, ASCII (punycode), without `www.`, port and path.
 * Accepts addresses with or without a scheme.
 */
const SCHEME = /^[a-z][a-z\d+.-]*:\/\//i;
const HOST_LIMIT = 253;

/** @returns null if the text contains no host */
export function normalDomain(address: string): string | null {
  const text = address.trim();
  if (text === '' || /\s/.test(text)) return null;
  const url = parseUrl(SCHEME.test(text) ? text : `https://${text.replace(/^\/\//, '')}`);
  if (url === null || (url.protocol !== 'https:' && url.protocol !== 'http:')) return null;
  const host = url.hostname
    .toLowerCase()
    .replace(/\.$/, '')
    .replace(/^www\d?\./, '');
  return host.length <= HOST_LIMIT && /^[^.]+(\.[^.]+)+$/.test(host) ? host : null;
}

function parseUrl(text: string): URL | null {
  try {
    return new URL(text);
  } catch {
    return null;
  }
}
