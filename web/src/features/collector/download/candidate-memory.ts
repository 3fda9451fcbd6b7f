/**
 * Which of a kind's candidates worked last in this session. A stale one costs a request each time it is tried, so the
 * one that worked last is tried first. The others follow in catalogue order.
 */
import type { Candidate, Catalogue } from '@leadloom/shared/linkedin/catalogue';

export type CandidateKind = Exclude<keyof Catalogue, 'version' | 'limits'>;

export interface CandidateMemory {
  readonly inOrder: <Kind extends Candidate>(kind: CandidateKind, candidates: readonly Kind[]) => readonly Kind[];
  readonly remember: (kind: CandidateKind, candidate: Candidate) => void;
  /** Called when every candidate turned out stale. */
  readonly forget: (kind: CandidateKind) => void;
  /** Whether one of them has answered since the last time all were stale. */
  readonly isProven: (kind: CandidateKind) => boolean;
}

export function createCandidateMemory(): CandidateMemory {
  const working = new Map<CandidateKind, string>();
  return {
    inOrder: (kind, candidates) => {
      const first = candidates.filter((candidate) => nameOf(candidate) === working.get(kind));
      return [...first, ...candidates.filter((candidate) => !first.includes(candidate))];
    },
    remember: (kind, candidate) => void working.set(kind, nameOf(candidate)),
    forget: (kind) => void working.delete(kind),
    isProven: (kind) => working.has(kind),
  };
}

function nameOf(candidate: Candidate): string {
  return candidate.kind === 'rest' ? candidate.decorationId : candidate.queryId;
}
