import { deleteSearchJob, deleteUserJobs, saveUserJobs } from '@leadloom/shared/contract/linkedin';
import { tableEndpoints } from '@leadloom/shared/contract/tables';
import { expect, it } from 'vitest';
import { bodyOrQuery } from './query-as-body.ts';

const rowId = '7d1c2f3a-0d6b-4a5e-9f10-8a9b0c1d2e3f';
const { remove } = tableEndpoints.companies;

it.each([
  ['one number', remove, { ids: '7' }, { ids: [7] }],
  ['several numbers', remove, { ids: ['7', '8'] }, { ids: [7, 8] }],
  ['one id', deleteUserJobs, { ids: rowId }, { ids: [rowId] }],
  ['several ids', deleteUserJobs, { ids: [rowId, rowId] }, { ids: [rowId, rowId] }],
  ['a text', deleteSearchJob, { id: '42' }, { id: '42' }],
])('%s is read from the query of a DELETE without a body', (_, row, query, expected) => {
  expect(bodyOrQuery(row, undefined, query)).toEqual(expected);
});

it.each([
  ['a field the row does not know', { ids: '7', all: 'true' }],
  ['no number', { ids: 'seven' }],
  ['less than the first', { ids: '0' }],
])('%s in the query is refused', (_, query) => {
  expect(remove.body.safeParse(bodyOrQuery(remove, undefined, query)).success).toBe(false);
});

it('a body takes precedence, and an empty query is not read', () => {
  expect(bodyOrQuery(remove, { ids: [1] }, { ids: '7' })).toEqual({ ids: [1] });
  expect(bodyOrQuery(deleteUserJobs, undefined, {})).toBeUndefined();
});

it('the query of other methods is not read as a body', () => {
  expect(bodyOrQuery(saveUserJobs, undefined, { users: 'a' })).toBeUndefined();
});
