/**
 * The headers of every response, including errors and refused connections. There is no CORS: only our own origin calls the
 * API. Scripts come from our own files only; styles also from elements with the nonce of this response (the component
 * library writes `<style>` elements).
 */
import { PHOTO_ORIGIN } from '@leadloom/shared/linkedin/photo-url';

const YEARS_2_SECONDS = 2 * 365 * 24 * 3600;

/** @param nonce of the HTML page in the response; without one no inline style is accepted */
export function contentSecurityPolicy(nonce?: string): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    nonce === undefined ? "style-src 'self'" : `style-src 'self' 'nonce-${nonce}'`,
    `img-src 'self' data: ${PHOTO_ORIGIN}`,
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "form-action 'self'",
    "require-trusted-types-for 'script'",
  ].join('; ');
}

/** @param publicUrl if it is https, browsers are told to use https only */
export function securityHeaders(publicUrl: string): Readonly<Record<string, string>> {
  return {
    'content-security-policy': contentSecurityPolicy(),
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'origin-agent-cluster': '?1',
    'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
    'x-permitted-cross-domain-policies': 'none',
    ...(publicUrl.startsWith('https:') ? { 'strict-transport-security': `max-age=${YEARS_2_SECONDS}; includeSubDomains` } : {}),
  };
}
