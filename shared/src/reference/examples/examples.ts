/** Maps each endpoint to its example programs. */
import type { TableName } from '../../tables/tables.ts';
import { tableNames } from '../../tables/tables.ts';
import { operationOf } from '../describe-answer.ts';
import type { OpenEndpoint } from '../open-endpoints.ts';
import { apiBase } from './api-base.ts';
import { followDeletions, readUsage } from './api-examples.ts';
import { callExample, callOperations } from './call-examples.ts';
import type { ApiExample } from './example.ts';
import { countProfiles, countRows, countValues, summarizeProfiles, summarizeRows } from './facet-examples.ts';
import { listOptions, lookUp, lookupOperations, previewFile, suggestValues } from './lookup-examples.ts';
import { matchLines } from './match-example.ts';
import { listOwnProfiles, listOwnTrends, oneProfile, saveExportFile, saveOwnTrends } from './own-examples.ts';
import { askPrecisely } from './precise-example.ts';
import { relatedRows, rowHistory, rowSources } from './record-examples.ts';
import { exportFile, followChanges, listRows, oneRow } from './table-examples.ts';
import { unchangedAnswer } from './unchanged-answer.ts';
import { walkRows } from './walk-example.ts';

/** Id of a row, for programs that request one; any row will do. */
const SAMPLE_ID = 1;

export function tableExamples(origin: string, table: TableName, id: number = SAMPLE_ID): readonly ApiExample[] {
  const api = apiBase(origin);
  const suggestion = suggestValues(api, table);
  return [
    listRows(api, table),
    countRows(api, table),
    countValues(api, table),
    summarizeRows(api, table),
    oneRow(api, table, id),
    relatedRows(api, table, id),
    rowHistory(api, table, id),
    rowSources(api, table, id),
    exportFile(api, table),
    previewFile(api, table),
    listOptions(api, table),
    ...(suggestion === null ? [] : [suggestion]),
    walkRows(api, table),
    followChanges(api, table),
    unchangedAnswer(api, table),
  ];
}

/** @param profileId of a collected profile, for programs that request one */
export function otherExamples(origin: string, profileId: string = String(SAMPLE_ID)): readonly ApiExample[] {
  const api = apiBase(origin);
  return [
    readUsage(api),
    followDeletions(api),
    matchLines(api),
    ...lookupOperations.map((operation) => lookUp(api, operation)),
    askPrecisely(api),
    listOwnProfiles(api),
    countProfiles(api),
    summarizeProfiles(api),
    oneProfile(api, profileId),
    listOwnTrends(api),
    saveOwnTrends(api),
    saveExportFile(api),
    ...callOperations.map((operation) => callExample(api, operation)),
  ];
}

/** The example; null: there is none, as with suggestions of a table without a filter that suggests. */
export function exampleFor({ name, definition }: Pick<OpenEndpoint, 'name' | 'definition'>, origin: string): ApiExample | null {
  const table = tableNames.find((candidate) => candidate === definition?.name);
  const examples = table === undefined ? otherExamples(origin) : tableExamples(origin, table);
  return examples.find(({ operation }) => operation === operationOf(name)) ?? null;
}
