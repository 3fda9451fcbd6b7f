/**
 * The recent changes of a table as one list sees them: whether the row was in it before, and whether it is now. Changes
 * that cannot be judged from the cells for certain are evaluated by the database, for all changes of a list at once.
 */
import type { Condition } from '@leadloom/shared/tables/conditions/condition';
import { filterCondition } from '@leadloom/shared/tables/conditions/filter-condition';
import type { TableDefinition } from '@leadloom/shared/tables/define-table';
import { hasSameMatch, isDecidedByRow, type Match, matchOf } from '../filters/row-match.ts';
import { createEvaluatedMatches } from './evaluated-matches.ts';
import type { NamedChoice } from './named-choice.ts';
import type { RecentChanges } from './recent-changes.ts';
import type { RowChange } from './row-change.ts';

/** Whether the row passed the list's filters before the change, and after it. */
interface Verdict {
  readonly was: boolean;
  readonly is: boolean;
}

export interface JudgedChange extends Verdict {
  readonly change: RowChange;
}

export interface JudgedChanges {
  /** The changes after one version and up to another, in their order; null: they are not all known. */
  between(choice: NamedChoice, from: number, to: number): Promise<readonly JudgedChange[] | null>;
}

export function createJudgedChanges(recent: RecentChanges): JudgedChanges {
  const evaluateMatches = createEvaluatedMatches(recent.database);
  return {
    async between(choice, from, to) {
      const changes = recent.between(choice.definition, from, to);
      if (changes === null || changes.length === 0) return changes === null ? null : [];
      const condition = filterCondition(choice.definition, choice.filters);
      // Neither linked rows as they were nor the time of a former write is stored with what the row was before.
      if (!isDecidedByRow(condition)) return null;
      const told = changes.map((change) => ({ change, sure: sureVerdict(choice.definition, condition, change) }));
      const unsure = told.flatMap(({ change: { before, after }, sure }) => [
        ...(sure.is === null ? [after] : []),
        ...(before !== null && sure.was === null && !sure.isSame ? [before] : []),
      ]);
      const matches = await evaluateMatches(choice, unsure);
      return told.map(({ change, sure }) => {
        const is = sure.is ?? matches.get(change.after) === true;
        const was = sure.isSame ? is : (sure.was ?? (change.before !== null && matches.get(change.before) === true));
        return { change, was, is };
      });
    },
  };
}

interface SureVerdict {
  readonly was: Match;
  readonly is: Match;
  /** Whether both verdicts are the same, whatever they are. */
  readonly isSame: boolean;
}

function sureVerdict(definition: TableDefinition, condition: Condition, { before, after }: RowChange): SureVerdict {
  const is = matchOf(definition, condition, after);
  if (before === null) return { was: false, is, isSame: false };
  const isSame = hasSameMatch(definition, condition, before, after);
  return { was: isSame ? is : matchOf(definition, condition, before), is, isSame };
}
