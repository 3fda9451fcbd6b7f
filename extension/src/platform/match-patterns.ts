/**
 * The browser's patterns for the pages of an origin. Those of Chromium name the port. Firefox refuses a pattern with a
 * port; one without stands for all ports of the host, so whoever asks must compare the origin as well.
 */
import { isFirefox } from './runtime.ts';

/** @param origin with its port: `http://localhost:3000` @param path `/*`, `/app` */
export function patternOf(origin: string, path: string): string {
  if (!isFirefox()) return origin + path;
  const { protocol, hostname } = new URL(origin);
  return `${protocol}//${hostname}${path}`;
}
