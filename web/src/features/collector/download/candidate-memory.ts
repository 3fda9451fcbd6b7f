/**
 * Which of a kind's candidates worked last in this session. A stale one costs a request each time it is tried, so the one
 * that worked last is tried first. The others follow in catalogue order. It also knows what the operator is told at the end
 * of a job: which candidate was answered, and which were stale.
 */
import type { CheckLine } from '@leadloom/shared/contract/catalogue-checks';
import { type Candidate, type Catalogue, idOf } from '@leadloom/shared/linkedin/catalogue';

export type CandidateKind = Exclude<keyof Catalogue, 'version' | 'limits'>;

export interface CandidateMemory {
  readonly inOrder: <Kind extends Candidate>(kind: CandidateKind, candidates: readonly Kind[]) => readonly Kind[];
  readonly remember: (kind: CandidateKind, candidate: Candidate) => void;
  /** @param status of LinkedIn's answer, where the extension says it */
  readonly noteStale: (kind: CandidateKind, candidate: Candidate, status: number | undefined) => void;
  /** How the typed rows of a section were answered, which have no candidate. */
  readonly noteSection: (state: 'understood' | 'refused', status?: number) => void;
  /** What was noted since the last call, each candidate once in each outcome. */
  readonly takeOutcomes: () => readonly CheckLine[];
  /** Called when every candidate turned out stale. */
  readonly forget: (kind: CandidateKind) => void;
  /** Whether one of them has answered since the last time all were stale. */
  readonly isProven: (kind: CandidateKind) => boolean;
}

export function createCandidateMemory(): CandidateMemory {
  const working = new Map<CandidateKind, string>();
  const outcomes = new Map<string, CheckLine>();
  const note = (line: CheckLine): void => void outcomes.set(`${line.endpoint} ${line.candidate} ${line.state}`, line);
  return {
    inOrder: (kind, candidates) => {
      const first = candidates.filter((candidate) => idOf(candidate) === working.get(kind));
      return [...first, ...candidates.filter((candidate) => !first.includes(candidate))];
    },
    remember: (kind, candidate) => {
      working.set(kind, idOf(candidate));
      note({ endpoint: kind, state: 'understood', candidate: idOf(candidate) });
    },
    noteStale: (kind, candidate, status) =>
      note({ endpoint: kind, state: 'refused', candidate: idOf(candidate), ...(status === undefined ? {} : { status }) }),
    noteSection: (state, status) =>
      note({ endpoint: 'sections', state, candidate: null, ...(status === undefined ? {} : { status }) }),
    takeOutcomes: () => {
      const taken = [...outcomes.values()];
      outcomes.clear();
      return taken;
    },
    forget: (kind) => void working.delete(kind),
    isProven: (kind) => working.has(kind),
  };
}
