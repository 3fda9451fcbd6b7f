/**
 * Names for company ids the collected profiles mention. A handful of background requests. The first failure ends it,
 * because nobody asked for this traffic. An id is tried once while the page lives; one whose name cannot be found is
 * remembered in this browser and left alone for a month.
 */
import { buildCompanyUrl } from '@leadloom/shared/linkedin/build-url';
import type { Catalogue } from '@leadloom/shared/linkedin/catalogue';
import type { CandidateMemory } from '../download/candidate-memory.ts';
import type { Clock } from '../download/clock.ts';
import type { SendFetch } from '../download/linkedin-reader.ts';
import type { RunControl } from '../download/run-control.ts';

/** How many are looked up when the list is loaded. */
export const COMPANIES_PER_LOAD = 2;

export interface CompanyNameDependencies {
  /** A control that is stopped when the screen goes away: nothing is posted after that. */
  readonly control: RunControl;
  readonly send: SendFetch;
  readonly clock: Clock;
  readonly memory: CandidateMemory;
  readonly loadCatalogue: () => Promise<Catalogue>;
  /** Posts one answer for parsing. `refused`: the server could not use it. */
  readonly parseCompany: (url: string, companyResponse: string) => Promise<'stored' | 'refused' | 'away'>;
  /** This id's name cannot be found. */
  readonly onUnresolvable: (companyId: string) => Promise<void>;
  readonly log: (what: string, details?: unknown) => void;
}

/** Companies are rarely renamed, merged or made visible again. */
export const LEFT_ALONE_MS = 30 * 24 * 3600 * 1000;

const tried = new Set<string>();

/** The first two that were not tried before. @param unresolvable ids that could not be resolved */
export function companiesToRead(companyIds: readonly string[], unresolvable: ReadonlySet<string>): readonly string[] {
  return companyIds.filter((companyId) => !tried.has(companyId) && !unresolvable.has(companyId)).slice(0, COMPANIES_PER_LOAD);
}

export async function readCompanyNames(companyIds: readonly string[], dependencies: CompanyNameDependencies): Promise<void> {
  const { control, send, clock, memory, loadCatalogue, parseCompany, onUnresolvable, log } = dependencies;
  for (const companyId of companyIds) tried.add(companyId);
  try {
    const { company } = await loadCatalogue();
    const { createLinkedInReader } = await import('../download/linkedin-reader.ts');
    const reader = createLinkedInReader({
      send,
      clock,
      concurrency: 1,
      memory,
      control,
    });
    for (const companyId of companyIds) {
      const answer = await reader.read('company', company, (candidate) => buildCompanyUrl(candidate, companyId));
      if (answer.kind === 'stopped' || control.notice() !== null) return;
      if (answer.kind === 'failed') {
        log(`The company ${companyId} could not be read.`, answer.code);
        // All candidates were stale, or LinkedIn had a fault, which says nothing about this company.
        if (answer.code === 'not_found' || answer.code === 'forbidden') await onUnresolvable(companyId);
        continue;
      }
      const outcome = await parseCompany(companyPage(companyId), answer.body);
      if (outcome === 'stored') continue;
      log(`The server refused the answer for company ${companyId}.`);
      if (outcome === 'refused') await onUnresolvable(companyId);
    }
  } catch (cause) {
    log('Company names could not be read.', cause);
  }
}

function companyPage(companyId: string): string {
  return `https://www.linkedin.com/company/${encodeURIComponent(companyId)}`;
}

/** Lets tests begin as after a reload. */
export function forgetTriedCompanies(): void {
  tried.clear();
}
