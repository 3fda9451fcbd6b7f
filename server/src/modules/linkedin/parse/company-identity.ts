/**
 * Which company a call is about, read from the address it names: a company's page, or the endpoint the
 * extension fetched it from. What comes out is compared with the answer, so it is read strictly.
 */
import { judgeLinkedInUrl } from '@leadloom/shared/linkedin/endpoint-grammar';
import { canonicalCompanyUrl } from '@leadloom/shared/linkedin/parse/company-reference';

/** @returns the slug or the number in the address, decoded; null when it names no company */
export function readCompanyIdentity(url: string): string | null {
  const page = canonicalCompanyUrl(url);
  if (page !== null) return lastSegment(page);
  const verdict = judgeLinkedInUrl(url);
  if (!verdict.ok || verdict.endpoint !== 'company') return null;
  return new URL(verdict.href).searchParams.get('universalName');
}

function lastSegment(canonicalUrl: string): string {
  return decodeURIComponent(canonicalUrl.slice(canonicalUrl.lastIndexOf('/') + 1));
}
