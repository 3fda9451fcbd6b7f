/**
 * Reads which company a call is about from its URL: a company's page, or the endpoint that the extension fetched. The
 * result is compared with the answer, so it is read strictly.
 */
import { judgeLinkedInUrl } from '@leadloom/shared/linkedin/endpoint-grammar';
import { canonicalCompanyUrl } from '@leadloom/shared/linkedin/parse/company-reference';

/** @returns the decoded slug or number in the URL; null if it is not a company's */
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
