/** Which program shows which endpoint. */
import type { TableName } from '../../tables/tables.ts';
import { tableNames } from '../../tables/tables.ts';
import { operationOf } from '../describe-answer.ts';
import type { OpenEndpoint } from '../open-endpoints.ts';
import { followDeletions, listOwnProfiles, listOwnTrends, readUsage } from './api-examples.ts';
import type { ApiExample } from './example.ts';
import { exportFile, listRows, oneRow, walkRows } from './table-examples.ts';
import { unchangedAnswer } from './unchanged-answer.ts';

/** Of a row, where a program asks for one: any will do. */
const SAMPLE_ID = 1;

/** @param origin of the server, such as `https://leads.example.com` */
export function apiBase(origin: string): string {
  return `${origin}/api/v1`;
}

export function tableExamples(origin: string, table: TableName, id: number = SAMPLE_ID): readonly ApiExample[] {
  const api = apiBase(origin);
  return [
    listRows(api, table),
    oneRow(api, table, id),
    exportFile(api, table),
    walkRows(api, table),
    unchangedAnswer(api, table),
  ];
}

export function otherExamples(origin: string): readonly ApiExample[] {
  const api = apiBase(origin);
  return [readUsage(api), followDeletions(api), listOwnProfiles(api), listOwnTrends(api)];
}

/** null: the endpoint needs none. */
export function exampleFor({ name, definition }: Pick<OpenEndpoint, 'name' | 'definition'>, origin: string): ApiExample | null {
  const table = tableNames.find((candidate) => candidate === definition?.name);
  const examples = table === undefined ? otherExamples(origin) : tableExamples(origin, table);
  return examples.find(({ operation }) => operation === operationOf(name)) ?? null;
}
