const SCHEME = /^[a-z][a-z0-9+.-]*:/i;
/** `shop.example:8080` begins like a scheme and is none: what precedes the colon has a dot, and a port follows. */
const HOST_AND_PORT = /^[^:/?#]*\.[^:/?#]*:\d{1,5}(?:[/?#]|$)/;

/** An address out of data as something a link may point to: http and https only, https where no scheme is given; null otherwise. */
export function webHref(text: string): string | null {
  const trimmed = text.trim();
  if (trimmed === '') return null;
  const hasScheme = SCHEME.test(trimmed) && !HOST_AND_PORT.test(trimmed);
  const withScheme = hasScheme ? trimmed : `https://${trimmed.replace(/^\/+/, '')}`;
  if (!URL.canParse(withScheme)) return null;
  const url = new URL(withScheme);
  return url.protocol === 'https:' || url.protocol === 'http:' ? url.href : null;
}
