/** Whether rows, given by their cells, pass a list's filters: the database evaluates them, and its answers are cached. */
import { filterCondition } from '@leadloom/shared/tables/conditions/filter-condition';
import { sql } from 'drizzle-orm';
import { createBoundedCache } from '../../../cache/bounded-cache.ts';
import type { Database } from '../../../database/database.ts';
import { databaseName } from '../../../schema/data-table.ts';
import { conditionSql } from '../filters/condition-sql.ts';
import { askerOf } from '../filters/my-filters.ts';
import { filteredColumns } from '../filters/row-match.ts';
import type { NamedChoice } from './named-choice.ts';
import type { ChangedCells } from './row-change.ts';

/** Answers about one row and one list. */
const REMEMBERED_LIMIT = 50_000;

type EvaluateMatches = (choice: NamedChoice, rows: readonly ChangedCells[]) => Promise<ReadonlyMap<ChangedCells, boolean>>;

/** @returns one statement for all rows of a list whose answers are not remembered */
export function createEvaluatedMatches(database: Database): EvaluateMatches {
  const remembered = createBoundedCache<Promise<boolean>>(REMEMBERED_LIMIT);
  // Numbers identify the objects of cells: after a failover that lost commits, a row can have other cells at the same
  // version.
  const numbers = new WeakMap<ChangedCells, number>();
  let lastNumber = 0;

  function numberOf(cells: ChangedCells): number {
    const known = numbers.get(cells);
    if (known !== undefined) return known;
    lastNumber += 1;
    numbers.set(cells, lastNumber);
    return lastNumber;
  }

  return async (choice, rows) => {
    const answers = new Map<ChangedCells, Promise<boolean>>();
    const unknown: { readonly cells: ChangedCells; readonly key: string }[] = [];
    for (const cells of rows) {
      const key = `${numberOf(cells)} ${choice.rowsName}`;
      const known = remembered.get(key);
      if (known === undefined) unknown.push({ cells, key });
      else answers.set(cells, known);
    }
    if (unknown.length > 0) {
      const asked = matchesInDatabase(
        database,
        choice,
        unknown.map(({ cells }) => cells),
      );
      for (const [index, { cells, key }] of unknown.entries()) {
        const answer = asked.then((matches) => matches[index] === true);
        answers.set(cells, answer);
        remembered.set(key, answer);
        answer.catch(() => remembered.delete(key));
      }
    }
    const settled = await Promise.all([...answers].map(async ([cells, answer]) => [cells, await answer] as const));
    return new Map(settled);
  };
}

/**
 * Whether each row passes, in their order. Rows that look the same to the filters, such as one that changes often, are
 * evaluated once.
 */
async function matchesInDatabase(
  database: Database,
  { definition, filters }: NamedChoice,
  rows: readonly ChangedCells[],
): Promise<readonly boolean[]> {
  const table = sql.identifier(databaseName(definition));
  const condition = filterCondition(definition, filters);
  const columns = ['id', ...filteredColumns(definition, condition)];
  const places = new Map<string, number>();
  const placeOfRow = rows.map((cells) => {
    const text = JSON.stringify(Object.fromEntries(columns.map((column) => [column, cells[column] ?? null])));
    const place = places.get(text) ?? places.size;
    places.set(text, place);
    return place;
  });
  const { rows: answers } = await database.execute<{ matches: boolean | null }>(sql`
    select ${conditionSql({ definition, asker: askerOf(filters) }, condition)} as matches
    from jsonb_array_elements(${`[${[...places.keys()].join()}]`}::jsonb) with ordinality as given (given_row, given_place),
      jsonb_populate_record(null::${table}, given_row) as ${table}
    order by given_place`);
  return placeOfRow.map((place) => answers[place]?.matches === true);
}
