const SCHEME = /^[a-z][a-z0-9+.-]*:/i;
/** `shop.example:8080` looks like a scheme but is a host: there is a dot before the colon, and a port after it. */
const HOST_AND_PORT = /^[^:/?#]*\.[^:/?#]*:\d{1,5}(?:[/?#]|$)/;

/** A URL from data as a link target: http and https only, https if no scheme is given; null otherwise. */
export function webHref(text: string): string | null {
  const trimmed = text.trim();
  if (trimmed === '') return null;
  const hasScheme = SCHEME.test(trimmed) && !HOST_AND_PORT.test(trimmed);
  const withScheme = hasScheme ? trimmed : `https://${trimmed.replace(/^\/+/, '')}`;
  if (!URL.canParse(withScheme)) return null;
  const url = new URL(withScheme);
  return url.protocol === 'https:' || url.protocol === 'http:' ? url.href : null;
}
