/** The parts of a view in words, by which two versions of it are compared. */
import type { TableView } from '@leadloom/shared/contract/table-views';
import { columnTitle } from '@leadloom/shared/tables/column-titles';
import { tableByName } from '@leadloom/shared/tables/tables';
import type { KeptPart } from '../../../lib/workspace/save-over-others.ts';
import { readTableFilters } from '../changed/changed-filters.ts';
import { questionWords } from '../filters/question-words.ts';

export function describeView({ name, table, state, chart, visibility }: TableView): readonly KeptPart[] {
  const definition = tableByName(table);
  const filters = readTableFilters(definition, state.filters);
  const isFiltered = Object.keys(filters).length > 0;
  const order = state.order === 'desc' ? 'descending' : 'ascending';
  return [
    { label: 'Name', text: name },
    {
      label: 'Filters',
      // An expression that cannot be read is shown as it is kept.
      text: isFiltered ? (questionWords.filterWords(definition, filters, []) ?? JSON.stringify(state.filters)) : '',
    },
    { label: 'Columns', text: state.columns.map(columnText).join(', ') },
    { label: 'Sorting', text: state.sort === null ? '' : `${columnTitle(state.sort)}, ${order}` },
    { label: 'Rows per page', text: String(state.per_page ?? '') },
    { label: 'Chart', text: chart == null ? '' : `${chart.measure} by ${chart.by.map(columnTitle).join(', ')}` },
    { label: 'Seen by', text: visibility === 'workspace' ? 'Everybody' : 'Its author' },
  ];
}

function columnText({ field, width, is_hidden: isHidden, is_pinned: isPinned }: TableView['state']['columns'][number]): string {
  const notes = [...(isHidden ? ['hidden'] : []), ...(isPinned ? ['pinned'] : []), ...(width === null ? [] : [`${width} px`])];
  return `${columnTitle(field)}${notes.length === 0 ? '' : ` (${notes.join(', ')})`}`;
}
