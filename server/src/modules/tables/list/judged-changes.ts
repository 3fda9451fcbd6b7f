/**
 * The recent changes of a table as one list sees them: whether the row was in it before, and whether it is now. What cannot
 * be told from the cells for certain is asked of the database, once for each list and change.
 */
import { type TableFilters, UPDATED_AFTER } from '@leadloom/shared/tables/filter-query';
import { sql } from 'drizzle-orm';
import type { Database } from '../../../database/database.ts';
import { databaseName } from '../data-table.ts';
import { filterCondition } from '../filter-sql.ts';
import type { NamedChoice } from './named-choice.ts';
import type { RecentChanges } from './recent-changes.ts';
import type { ChangedCells, RowChange } from './row-change.ts';
import { hasSameMatch, type Match, matchOf } from './row-match.ts';

/** Lists whose verdicts on one change are remembered. */
const REMEMBERED_LISTS = 10_000;

/** Whether the row passed the list's filters before the change, and after it. */
interface Verdict {
  readonly was: boolean;
  readonly is: boolean;
}

export interface JudgedChange extends Verdict {
  readonly change: RowChange;
}

export interface JudgedChanges {
  /** Those after one version and up to another, in their order; null: they are not all known. */
  between(choice: NamedChoice, from: number, to: number): Promise<readonly JudgedChange[] | null>;
}

export function createJudgedChanges(recent: RecentChanges): JudgedChanges {
  const { database } = recent;
  const verdicts = new WeakMap<RowChange, Map<string, Promise<Verdict>>>();

  async function ask(choice: NamedChoice, { before, after }: RowChange, sure: SureVerdict): Promise<Verdict> {
    const asksBefore = before !== null && sure.was === null && !sure.isSame;
    const rows = [...(sure.is === null ? [after] : []), ...(asksBefore ? [before] : [])];
    const answers = [...(await matchesInDatabase(database, choice, rows))];
    const is = sure.is ?? answers.shift() ?? false;
    return { is, was: sure.isSame ? is : (sure.was ?? answers.shift() ?? false) };
  }

  function judge(choice: NamedChoice, change: RowChange): Verdict | Promise<Verdict> {
    const sure = sureVerdict(choice.definition, choice.filters, change);
    if (sure.is !== null && sure.was !== null) return { was: sure.was, is: sure.is };
    const known = verdicts.get(change) ?? new Map<string, Promise<Verdict>>();
    verdicts.set(change, known);
    const before = known.get(choice.rowsName);
    if (before !== undefined) return before;
    const asked = ask(choice, change, sure);
    if (known.size < REMEMBERED_LISTS) {
      known.set(choice.rowsName, asked);
      asked.catch(() => known.delete(choice.rowsName));
    }
    return asked;
  }

  return {
    async between(choice, from, to) {
      const changes = recent.between(choice.definition, from, to);
      if (changes === null || changes.length === 0) return changes === null ? null : [];
      // When a row was last written here is not kept of what it was before.
      if (choice.filters[UPDATED_AFTER] !== undefined) return null;
      const judged: JudgedChange[] = [];
      for (const change of changes) judged.push({ change, ...(await judge(choice, change)) });
      return judged;
    },
  };
}

interface SureVerdict {
  readonly was: Match;
  readonly is: Match;
  /** Whether both are the same, whatever they are. */
  readonly isSame: boolean;
}

function sureVerdict(definition: NamedChoice['definition'], filters: TableFilters, { before, after }: RowChange): SureVerdict {
  const is = matchOf(definition, filters, after);
  if (before === null) return { was: false, is, isSame: false };
  const isSame = hasSameMatch(definition, filters, before, after);
  return { was: isSame ? is : matchOf(definition, filters, before), is, isSame };
}

/** For each row, in their order. */
async function matchesInDatabase(
  database: Database,
  { definition, filters }: NamedChoice,
  rows: readonly ChangedCells[],
): Promise<readonly boolean[]> {
  const table = sql.identifier(databaseName(definition));
  const { rows: answers } = await database.execute<{ matches: boolean | null }>(sql`
    select ${filterCondition(definition, filters) ?? sql`true`} as matches
    from jsonb_array_elements(${JSON.stringify(rows)}::jsonb) with ordinality as given (given_row, given_place),
      jsonb_populate_record(null::${table}, given_row) as ${table}
    order by given_place`);
  return answers.map(({ matches }) => matches === true);
}
