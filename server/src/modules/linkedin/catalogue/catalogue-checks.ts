/**
 * Reports of members' checks and jobs about how LinkedIn answers. Only ids of the catalogue in force are stored: others are
 * of no use to an operator, and without this an account could store any number of them.
 */
import {
  type AnswerCounts,
  type CheckedEndpoint,
  type CheckLine,
  checkedEndpoints,
} from '@leadloom/shared/contract/catalogue-checks';
import { type Catalogue, idOf } from '@leadloom/shared/linkedin/catalogue';
import type { Platform } from '../../../platform.ts';
import { type CheckOutcomes, countOutcomes, deleteOldOutcomes, noteOutcomes } from './catalogue-checks.repository.ts';

const DAY = 24 * 3600 * 1000;
/** Today and the 29 days before it. */
const RETENTION_DAYS = 30;

export async function noteCatalogueCheck(
  { database, now }: Platform,
  accountId: number,
  lines: readonly CheckLine[],
  catalogue: Catalogue,
): Promise<void> {
  const known = lines.filter(({ endpoint, candidate }) => idsOf(catalogue, endpoint).includes(candidate ?? ''));
  const outcomes = [...Map.groupBy(known, ({ endpoint, candidate }) => `${endpoint} ${candidate ?? ''}`).values()].flatMap(merge);
  if (outcomes.length > 0) await noteOutcomes(database, accountId, outcomes, dayOf(now()));
}

/** Counts in the order of a check, and of an endpoint in that of the catalogue; ids that left the catalogue come last. */
export async function listAnswerCounts({ database, now }: Platform, catalogue: Catalogue): Promise<AnswerCounts[]> {
  const counts = await countOutcomes(database, firstRetainedDay(now()));
  const place = ({ endpoint, candidate }: (typeof counts)[number]): number => {
    const index = idsOf(catalogue, endpoint).indexOf(candidate);
    return checkedEndpoints.indexOf(endpoint) * 1_000 + (index === -1 ? 999 : index);
  };
  return counts
    .toSorted((one, other) => place(one) - place(other))
    .map(({ candidate, ...rest }) => ({ ...rest, candidate: candidate === '' ? null : candidate }));
}

export async function removeOldChecks({ database, now }: Platform): Promise<void> {
  await deleteOldOutcomes(database, firstRetainedDay(now()));
}

/** The ids of an endpoint; a single empty one where it has none. */
function idsOf(catalogue: Catalogue, endpoint: CheckedEndpoint): readonly string[] {
  return endpoint === 'me' || endpoint === 'sections' ? [''] : catalogue[endpoint].map(idOf);
}

/** The lines of one id; none for one that was not asked for. */
function merge(lines: readonly CheckLine[]): CheckOutcomes[] {
  const [line] = lines;
  const states = new Set(lines.map(({ state }) => state));
  if (line === undefined || (states.size === 1 && states.has('not_asked'))) return [];
  return [
    {
      endpoint: line.endpoint,
      candidate: line.candidate ?? '',
      isUnderstood: states.has('understood'),
      isDifferent: states.has('different'),
      isRefused: states.has('refused'),
    },
  ];
}

function firstRetainedDay(now: Date): string {
  return dayOf(new Date(now.getTime() - (RETENTION_DAYS - 1) * DAY));
}

function dayOf(time: Date): string {
  return time.toISOString().slice(0, 10);
}
