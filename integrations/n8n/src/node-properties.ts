/** The parameters that n8n shows for the node's operations. Choices and limits are those of the contract. Pure. */
import { alertChanges } from '@leadloom/shared/contract/alert-messages';
import { alertChannels, alertFrequencies } from '@leadloom/shared/contract/alerts';
import { MAX_NOTE_LENGTH } from '@leadloom/shared/contract/my-row-changes';
import { MAX_ROW_TAGS } from '@leadloom/shared/contract/my-rows';
import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import type { OperationName } from './operations.ts';
import { expressionProperties, fieldProperties, filterProperties, sortProperties, tableOptions } from './table-properties.ts';

interface OperationText {
  readonly resource: 'alert' | 'person' | 'row';
  readonly name: string;
  readonly action: string;
  readonly description: string;
}

export const operationTexts: Readonly<Record<OperationName, OperationText>> = {
  search: {
    resource: 'row',
    name: 'Search',
    action: 'Search rows',
    description: 'Read the rows of a table that match filters. One request for each page of 100 rows.',
  },
  get: { resource: 'row', name: 'Get', action: 'Get a row', description: 'Read one row by its ID. One request for each item.' },
  addToList: {
    resource: 'row',
    name: 'Add to List',
    action: 'Add rows to a list',
    description: 'Put the rows of all items on a list. One request for each list.',
  },
  addTags: {
    resource: 'row',
    name: 'Add Tags',
    action: 'Add tags to rows',
    description: 'Add tags beside those that the rows have. One request for each set of tags.',
  },
  writeNote: {
    resource: 'row',
    name: 'Write Note',
    action: 'Write a note on a row',
    description: 'Write a note on a row. One request for each item.',
  },
  createAlert: {
    resource: 'alert',
    name: 'Create',
    action: 'Create an alert',
    description: 'Save filters as a view, and be told of rows that come to match, change, or match no longer. Two requests.',
  },
  addPerson: {
    resource: 'person',
    name: 'Add',
    action: 'Add a person to the collector',
    description: 'Add a LinkedIn profile to the list of your collector. One request for each item.',
  },
};

const operationNames: readonly string[] = Object.keys(operationTexts);
const ofTable = operationNames.filter((name) => name !== 'addPerson');
const withFilters = ['search', 'createAlert'];
const shownFor = (...operation: string[]) => ({ show: { operation } });
const choices = (values: readonly string[]): INodePropertyOptions[] =>
  values.map((value) => ({ name: `${value.charAt(0).toUpperCase()}${value.slice(1)}`, value }));

function operationProperty(resource: OperationText['resource']): INodeProperties {
  const own = Object.entries(operationTexts).filter(([, text]) => text.resource === resource);
  return {
    displayName: 'Operation',
    name: 'operation',
    type: 'options',
    noDataExpression: true,
    displayOptions: { show: { resource: [resource] } },
    options: own.map(([value, { name, action, description }]) => ({ name, value, action, description })),
    default: own[0]?.[0] ?? '',
  };
}

export const nodeProperties: INodeProperties[] = [
  {
    displayName: 'Resource',
    name: 'resource',
    type: 'options',
    noDataExpression: true,
    options: [
      { name: 'Alert', value: 'alert' },
      { name: 'Collected Person', value: 'person' },
      { name: 'Row', value: 'row' },
    ],
    default: 'row',
  },
  operationProperty('row'),
  operationProperty('alert'),
  operationProperty('person'),
  {
    displayName: 'Name',
    name: 'name',
    type: 'string',
    default: '',
    required: true,
    description: 'The name of the alert, and of the view with its filters',
    displayOptions: shownFor('createAlert'),
  },
  {
    displayName: 'Table',
    name: 'table',
    type: 'options',
    noDataExpression: true,
    options: tableOptions,
    default: 'companies',
    displayOptions: shownFor(...ofTable),
  },
  {
    displayName: 'Row ID',
    name: 'rowId',
    type: 'string',
    default: '={{ $json.id }}',
    required: true,
    displayOptions: shownFor('get', 'addToList', 'addTags', 'writeNote'),
  },
  {
    displayName: 'List Name or ID',
    name: 'list',
    type: 'options',
    typeOptions: { loadOptionsMethod: 'listsOfTable', loadOptionsDependsOn: ['table'] },
    default: '',
    required: true,
    description: 'Choose from the list, or specify an ID using an <a href="https://docs.n8n.io/code/expressions/">expression</a>',
    displayOptions: shownFor('addToList'),
  },
  {
    displayName: 'Tags',
    name: 'tags',
    type: 'string',
    typeOptions: { multipleValues: true, multipleValueButtonText: 'Add Tag' },
    default: [],
    required: true,
    description: `A row has at most ${MAX_ROW_TAGS} tags`,
    displayOptions: shownFor('addTags'),
  },
  {
    displayName: 'Text',
    name: 'text',
    type: 'string',
    typeOptions: { rows: 4 },
    default: '',
    required: true,
    description: `At most ${MAX_NOTE_LENGTH.toLocaleString('en')} characters. The members of the workspace see it.`,
    displayOptions: shownFor('writeNote'),
  },
  {
    displayName: 'LinkedIn Address',
    name: 'url',
    type: 'string',
    default: '',
    required: true,
    placeholder: 'https://www.linkedin.com/in/…',
    displayOptions: shownFor('addPerson'),
  },
  {
    displayName: 'Return All',
    name: 'returnAll',
    type: 'boolean',
    default: false,
    description: 'Whether to return all rows or only up to a given limit',
    displayOptions: shownFor('search'),
  },
  {
    displayName: 'Limit',
    name: 'limit',
    type: 'number',
    typeOptions: { minValue: 1 },
    default: 50,
    description: 'Max number of rows to return',
    displayOptions: { show: { operation: ['search'], returnAll: [false] } },
  },
  ...filterProperties(withFilters),
  ...expressionProperties(withFilters),
  ...fieldProperties(['search', 'get']),
  ...sortProperties(['search']),
  {
    displayName: 'Order',
    name: 'order',
    type: 'options',
    options: [
      { name: 'Ascending', value: 'asc' },
      { name: 'Descending', value: 'desc' },
    ],
    default: 'asc',
    displayOptions: shownFor('search'),
  },
  {
    displayName: 'On',
    name: 'on',
    type: 'multiOptions',
    options: choices(alertChanges),
    default: ['added'],
    required: true,
    description: 'What happens to a row: it comes to match, changes, or matches no longer',
    displayOptions: shownFor('createAlert'),
  },
  {
    displayName: 'Every',
    name: 'every',
    type: 'options',
    options: choices(alertFrequencies),
    default: 'instant',
    displayOptions: shownFor('createAlert'),
  },
  {
    displayName: 'By',
    name: 'by',
    type: 'multiOptions',
    // Slack needs one of the destinations, which keys cannot list.
    options: choices(alertChannels.filter((channel) => channel !== 'slack')),
    default: ['app', 'webhook'],
    required: true,
    description: 'Where it tells. The trigger gets what is told by webhook.',
    displayOptions: shownFor('createAlert'),
  },
];
