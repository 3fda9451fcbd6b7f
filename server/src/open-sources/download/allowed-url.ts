/** Which addresses a source may ask, by its manifest. The check of the connection's real address is the connector's. */
import { isLoopbackHost } from '../../http/loopback.ts';
import { OpenSourceError, type OpenSourceManifest } from '../open-source.ts';

/**
 * Hosts that a manifest lists are asked by HTTPS only. Ports of its own, credentials and this machine are refused for all.
 * @param base the address that redirected there @throws {OpenSourceError}
 */
export function allowedUrl({ hosts, title }: OpenSourceManifest, text: string, base?: URL): URL {
  const url = URL.canParse(text, base?.href) ? new URL(text, base?.href) : null;
  if (url !== null && isAllowed(url, hosts)) return url;
  const where = url === null ? JSON.stringify(text.slice(0, 200)) : `${url.origin}${url.pathname}`.slice(0, 300);
  throw new OpenSourceError(
    base === undefined
      ? `${where} is not an address of ${title}.`
      : `${base.host} redirects to ${where}, which is not an address of ${title}.`,
  );
}

function isAllowed(url: URL, hosts: readonly string[] | null): boolean {
  const isPlain = url.username === '' && url.password === '' && url.port === '' && !isLoopbackHost(url.hostname);
  if (!isPlain) return false;
  if (hosts === null) return url.protocol === 'https:' || url.protocol === 'http:';
  return url.protocol === 'https:' && hosts.some((host) => isHost(url.hostname, host));
}

function isHost(hostname: string, allowed: string): boolean {
  return allowed.startsWith('*.') ? hostname.endsWith(allowed.slice(1)) : hostname === allowed;
}
