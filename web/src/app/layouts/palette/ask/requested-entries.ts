/** The tables that a question in words asks something of, as entries of the palette. Pure. */
import { filterCondition } from '@leadloom/shared/tables/conditions/filter-condition';
import { sentenceParts } from '@leadloom/shared/tables/conditions/sentence';
import { type TableFilters, UPDATED_AFTER } from '@leadloom/shared/tables/filter-query';
import { type TableName, tableByName } from '@leadloom/shared/tables/tables';
import { changedText } from '../../../../components/changed/changed-text.ts';
import { cellFormat } from '../../../../components/data-grid/body/cell-format.ts';
import { writeFilters } from '../../../../features/tables/address/filters-in-url.ts';
import { paths, tablePath } from '../../../../lib/paths.ts';
import { requestedChange } from './ask-days.ts';
import { askRows, type RequestedRows } from './ask-rows.ts';
import { questionWords, squeeze, wordsOf } from './ask-words.ts';
import { filterWords } from './filter-words.ts';
import { smallWords } from './read-ask.ts';

export interface RequestedEntry {
  readonly label: string;
  /** The path to the rows, with the filters. */
  readonly path: string;
  /** The filters, for tables whose address does not hold them; null: the address does. */
  readonly filters: TableFilters | null;
}

/** How many tables answer a question about values; one about changes is answered by all of them. */
const MOST = 3;
const PEOPLE = { title: 'Collected people', path: paths.linkedinPeople } as const;

interface RequestedTable extends RequestedRows {
  readonly name: TableName;
}

/** Best first. @param order the tables as the navigation has them, the one on the screen first */
export function requestedEntries(text: string, order: readonly TableName[]): readonly RequestedEntry[] {
  const all = tablesNamedFirst(text, order).flatMap((name): RequestedTable[] => {
    const requested = askRows(tableByName(name), text);
    return requested === null ? [] : [{ ...requested, name }];
  });
  const named = all.some(({ isTableNamed }) => isTableNamed) ? all.filter(({ isTableNamed }) => isTableNamed) : all;
  // A table that understands every word is meant, not one that would search for some of them.
  const fewest = Math.min(...named.map(({ searched }) => searched));
  const whole = named.filter(({ searched }) => searched === fewest);
  const ranked = whole.toSorted((one, other) => other.understood - one.understood);
  const isChangeOnly = ranked.every((table) => table.isChangeOnly);
  return [...(isChangeOnly ? ranked : ranked.slice(0, MOST)).map(entryOf), ...entriesOfPeople(text)];
}

/** The tables that the first word of the question names; where it names none, all of them. */
function tablesNamedFirst(text: string, order: readonly TableName[]): readonly TableName[] {
  const first = questionWords(text).find((word) => !smallWords.has(word)) ?? '';
  const named = order.filter((name) => filterWords(tableByName(name)).table.has(first));
  return named.length === 0 ? order : named;
}

function entryOf({ name, filters }: RequestedTable): RequestedEntry {
  const definition = tableByName(name);
  const { [UPDATED_AFTER]: changed, ...others } = filters;
  const parts = [
    ...sentenceParts(definition, filterCondition(definition, others), { day: cellFormat.day }),
    ...(typeof changed === 'string' ? [`changed ${changedText(changed)}`] : []),
  ];
  return {
    label: `${definition.title}: ${parts.join(', ')}`,
    path: `${tablePath(name)}${writeFilters(definition, filters)}`,
    filters: definition.readsAddress ? null : filters,
  };
}

/** They are asked for changes alone. */
function entriesOfPeople(text: string): readonly RequestedEntry[] {
  const words = wordsOf(text).filter((word) => !squeeze(PEOPLE.title).includes(squeeze(word)) && word !== 'in');
  const change = requestedChange(words);
  if (change === null || words.length < 2 || change.length < words.length) return [];
  return [
    {
      label: `${PEOPLE.title}: changed ${changedText(change.changed)}`,
      path: `${PEOPLE.path}?${UPDATED_AFTER}=${change.changed}`,
      filters: null,
    },
  ];
}
