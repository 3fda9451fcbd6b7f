/** The parameters of the node that a table decides, made from its definition: filters, columns and the order. Pure. */
import { endpointsByName } from '@leadloom/shared/contract/tables';
import { isOfLink } from '@leadloom/shared/reference/describe-filter';
import { describeParameters } from '@leadloom/shared/reference/describe-parameters';
import { filterExamples } from '@leadloom/shared/reference/filter-examples';
import { WHERE_FILTER } from '@leadloom/shared/tables/filter-parameters';
import { filterShape } from '@leadloom/shared/tables/filter-query';
import { type TableName, tableByName, tableNames } from '@leadloom/shared/tables/tables';
import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

export const tableOptions: INodePropertyOptions[] = tableNames.map((name) => ({ name: tableByName(name).title, value: name }));

/** The filters of a table. Those of linked rows are many, and are written in the expression. */
export function filterOptions(table: TableName): INodePropertyOptions[] {
  const definition = tableByName(table);
  const names = new Set(Object.keys(filterShape(definition)));
  return describeParameters({ name: `${table}.list`, endpoint: endpointsByName(table).list, definition })
    .filter(({ name }) => names.has(name) && name !== WHERE_FILTER && !isOfLink(name))
    .map(({ name, text }) => ({ name, value: name, ...(text === null ? {} : { description: text }) }));
}

/** The filters of each table, of which n8n shows those of the chosen one. @param operations that take filters */
export function filterProperties(operations: string[]): INodeProperties[] {
  return tableNames.map((table) => ({
    displayName: 'Filters',
    name: 'filters',
    type: 'fixedCollection',
    typeOptions: { multipleValues: true, multipleValueButtonText: 'Add Filter' },
    default: {},
    description: 'A row must fit all filters. Of one filter with several values, given as several entries, any suffices.',
    displayOptions: { show: { operation: operations, table: [table] } },
    options: [
      {
        name: 'filter',
        displayName: 'Filter',
        values: [
          {
            displayName: 'Name',
            name: 'name',
            type: 'options',
            options: filterOptions(table),
            default: String(filterOptions(table)[0]?.value ?? ''),
          },
          { displayName: 'Value', name: 'value', type: 'string', default: '' },
        ],
      },
    ],
  }));
}

/** The expression of each table, with an example of it. @param operations that take filters */
export function expressionProperties(operations: string[]): INodeProperties[] {
  return tableNames.map((table) => ({
    displayName: 'Expression',
    name: WHERE_FILTER,
    type: 'string',
    typeOptions: { rows: 2 },
    default: '',
    placeholder: filterExamples(table).where,
    description: 'A condition beside the filters, with and, or, not, brackets and linked rows, as under Advanced in Leadloom',
    displayOptions: { show: { operation: operations, table: [table] } },
  }));
}

function columnOptions(table: TableName): INodePropertyOptions[] {
  return tableByName(table).columns.map(({ field, headerName }) => ({ name: headerName, value: field }));
}

/** The columns of each table. @param operations that answer rows */
export function fieldProperties(operations: string[]): INodeProperties[] {
  return tableNames.map((table) => ({
    displayName: 'Columns',
    name: 'fields',
    type: 'multiOptions',
    options: columnOptions(table),
    default: [],
    description: 'The columns to return; all where none is chosen. The id is always there.',
    displayOptions: { show: { operation: operations, table: [table] } },
  }));
}

/** What rows of each table can be sorted by. By a long text they cannot be read page by page. */
export function sortProperties(operations: string[]): INodeProperties[] {
  return tableNames.map((table) => {
    const long = new Set(
      tableByName(table)
        .columns.filter(({ kind }) => kind === 'long-text')
        .map(({ field }) => field),
    );
    return {
      displayName: 'Sort By',
      name: 'sort',
      type: 'options',
      options: [{ name: 'ID', value: 'id' }, ...columnOptions(table).filter(({ value }) => !long.has(String(value)))],
      default: 'id',
      displayOptions: { show: { operation: operations, table: [table] } },
    };
  });
}
