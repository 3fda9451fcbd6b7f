/** Which ids LinkedIn no longer answers as before, and what to write into the catalogue's file. Pure. */
import type { AnswerCounts } from '@leadloom/shared/contract/catalogue-checks';

/** It failed after it was last understood, or was never understood; where both happened on one day, more accounts decide. */
export function isFailing(counts: AnswerCounts): boolean {
  const { last_understood_on: understood, last_failed_on: failed } = counts;
  if (failed === null || understood === null) return failed !== null;
  return failed === understood ? counts.different + counts.refused > counts.understood : failed > understood;
}

/** A sentence for each failing id, in the order of the list. */
export function explainFailures(all: readonly AnswerCounts[]): readonly { readonly key: string; readonly text: string }[] {
  return all.filter(isFailing).map((counts) => {
    const { endpoint, candidate, last_understood_on: understood, last_failed_on: failed } = counts;
    const since = understood === null ? 'and was not understood before' : `and was last understood on ${understood}`;
    return {
      key: `${endpoint} ${candidate}`,
      text: `${endpoint}${candidate === null ? '' : `, ${candidate}`}: failed on ${failed} ${since}. ${whatToWrite(counts, all)}`,
    };
  });
}

function whatToWrite({ endpoint, candidate }: AnswerCounts, all: readonly AnswerCounts[]): string {
  if (candidate === null) return 'It has no id that could be replaced: it needs a newer version of Leadloom.';
  const working = all.find((other) => other.endpoint === endpoint && other.candidate !== candidate && !isFailing(other));
  return working === undefined
    ? `No other id of “${endpoint}” is understood: add a newer one before it.`
    : `Put ${working.candidate} before it in “${endpoint}”.`;
}
