/** Whether a domain receives mail, by its MX records. The answer is kept for nobody: each look asks again. */
import { Resolver } from 'node:dns/promises';

/** null: nobody can tell now. */
export type LookUpMail = (domain: string) => Promise<boolean | null>;

const TIMEOUT_MS = 3_000;
/** Names that no public DNS has (RFC 2606 and 6761): stand-ins have them. */
const RESERVED = /(?:^|\.)(?:example|test|invalid|localhost|local)$/;

/**
 * A domain without MX records, or with the one that says so (RFC 7505), has no mail server. SMTP would try the host itself;
 * hardly any company receives mail so.
 */
export const hasMailServer: LookUpMail = async (domain) => {
  if (RESERVED.test(domain)) return null;
  try {
    const records = await new Resolver({ timeout: TIMEOUT_MS, tries: 2 }).resolveMx(domain);
    return records.some(({ exchange }) => exchange !== '' && exchange !== '.');
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : null;
    return code === 'ENODATA' || code === 'ENOTFOUND' ? false : null;
  }
};
