/** Questions in words, for their chips and for the list of the last questions. Pure. */
import type { RowList } from '@leadloom/shared/contract/my-rows';
import { FilterError, filterCondition } from '@leadloom/shared/tables/conditions/filter-condition';
import { type SentenceNames, sentence } from '@leadloom/shared/tables/conditions/sentence';
import type { TableDefinition } from '@leadloom/shared/tables/define-table';
import { ANY_LINKED, WHERE_FILTER } from '@leadloom/shared/tables/filter-parameters';
import type { TableFilters } from '@leadloom/shared/tables/filter-query';
import { linkedTable } from '@leadloom/shared/tables/linked-tables';
import { changedText } from '../../../components/changed/changed-text.ts';
import { cellFormat } from '../../../components/data-grid/body/cell-format.ts';

/** The account's lists of the table, as far as they are known. */
export type KnownLists = readonly Pick<RowList, 'id' | 'name'>[];

/** An expression; null: it cannot be read. */
export function whereWords(definition: TableDefinition, where: string, lists: KnownLists = []): string | null {
  return filterWords(definition, { [WHERE_FILTER]: where }, lists);
}

/** What the rows of a link must be. @param own the parameters of the link, without its name; null: they cannot be read */
function linkedWords(linked: TableDefinition, own: TableFilters): string | null {
  const { [ANY_LINKED]: any, ...asked } = own;
  const parts = [
    ...(any === undefined ? [] : [any === 'false' ? 'none' : 'at least one']),
    ...(Object.keys(asked).length === 0 ? [] : [filterWords(linked, asked, [])]),
  ];
  return parts.includes(null) ? null : parts.join(', ');
}

/** All that is asked, as a sentence; null: it cannot be read. */
function filterWords(definition: TableDefinition, filters: TableFilters, lists: KnownLists): string | null {
  const names: SentenceNames = {
    links: (link) => linkedTable(definition, link),
    // A list that was deleted, or whose name is not here yet, is named as its chip names it.
    list: (id) => lists.find((list) => String(list.id) === id)?.name ?? `No. ${id}`,
    day: cellFormat.day,
    changed: (after) => changedText(after).replace(/^last /, 'in the last '),
  };
  try {
    return sentence(definition, filterCondition(definition, filters), names);
  } catch {
    // The server refuses it, and says why; the chip shows it as it was written.
    return null;
  }
}

/** What is wrong with filters, as the server says it; null: nothing is. */
function problemOf(definition: TableDefinition, filters: TableFilters): string | null {
  try {
    filterCondition(definition, filters);
    return null;
  } catch (error) {
    if (!(error instanceof FilterError)) throw error;
    return `${error.parameter}: ${error.message}`;
  }
}

/** Those for parts that load this file when they need it. */
export const questionWords = { whereWords, linkedWords, filterWords, problemOf };
