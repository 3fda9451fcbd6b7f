/**
 * Names for company ids the collected profiles mention. A handful of requests, made quietly: the first
 * trouble ends it, because nobody asked for this traffic. An id is tried once while the page lives.
 */
import { buildCompanyUrl } from '@leadloom/shared/linkedin/build-url';
import type { Catalogue } from '@leadloom/shared/linkedin/catalogue';
import { createCandidateMemory } from '../download/candidate-memory.ts';
import type { Clock } from '../download/clock.ts';
import { createLinkedInReader, type SendFetch } from '../download/linkedin-reader.ts';
import type { RunControl } from '../download/run-control.ts';

/** So many are looked up when the list is loaded. */
export const COMPANIES_PER_LOAD = 2;

export interface CompanyNameDependencies {
  /** Stopped when the screen goes away: nothing is posted after that. */
  readonly control: RunControl;
  readonly send: SendFetch;
  readonly clock: Clock;
  readonly loadCatalogue: () => Promise<Catalogue>;
  /** Posts one answer for parsing; answers whether the server took it. */
  readonly parseCompany: (url: string, companyResponse: string) => Promise<boolean>;
  readonly log: (what: string, details?: unknown) => void;
}

const tried = new Set<string>();

export function companiesToRead(companyIds: readonly string[]): readonly string[] {
  return companyIds.slice(0, COMPANIES_PER_LOAD).filter((companyId) => !tried.has(companyId));
}

export async function readCompanyNames(companyIds: readonly string[], dependencies: CompanyNameDependencies): Promise<void> {
  const { control, send, clock, loadCatalogue, parseCompany, log } = dependencies;
  for (const companyId of companyIds) tried.add(companyId);
  try {
    const { company } = await loadCatalogue();
    const reader = createLinkedInReader({
      send,
      clock,
      concurrency: 1,
      memory: createCandidateMemory(),
      control,
    });
    for (const companyId of companyIds) {
      const answer = await reader.read('company', company, (candidate) => buildCompanyUrl(candidate, companyId));
      if (answer.kind === 'stopped' || control.notice() !== null) return;
      if (answer.kind === 'failed') log(`The company ${companyId} could not be read.`, answer.code);
      else if (!(await parseCompany(companyPage(companyId), answer.body)))
        log(`The server did not take the answer for company ${companyId}.`);
    }
  } catch (cause) {
    log('Company names could not be read.', cause);
  }
}

function companyPage(companyId: string): string {
  return `https://www.linkedin.com/company/${encodeURIComponent(companyId)}`;
}

/** For tests: as after a reload. */
export function forgetTriedCompanies(): void {
  tried.clear();
}
