/** The tools that change something. Each does it by calls of the data API, so that its price, limits and rights are theirs. */
import { alertChanges } from '@leadloom/shared/contract/alert-messages';
import { alertFrequencies, alertSchema, createAlert } from '@leadloom/shared/contract/alerts';
import { fillPath } from '@leadloom/shared/contract/endpoint';
import { lineText } from '@leadloom/shared/contract/line-text';
import { MAX_PAGE_SIZE } from '@leadloom/shared/contract/list-parameters';
import {
  addListRows,
  addRowNote,
  createRowList,
  deleteRowList,
  MAX_ROWS_TAGGED_AT_ONCE,
  rowNoteSchema,
  tagRows,
} from '@leadloom/shared/contract/my-row-changes';
import { MAX_LIST_NAME_LENGTH, MAX_LIST_ROWS, rowListSchema } from '@leadloom/shared/contract/my-rows';
import { namesOne, ONE_CHOICE } from '@leadloom/shared/contract/one-choice';
import { createTableView, deleteTableView, tableViewSchema } from '@leadloom/shared/contract/table-views';
import { endpointsByName, exportPreviewSchema } from '@leadloom/shared/contract/tables';
import type { TableName } from '@leadloom/shared/tables/tables';
import * as z from 'zod/mini';
import { AppError } from '../../http/app-error.ts';
import { type ActingCall, actingTool, orUndo } from './acting-tool.ts';
import type { AgentTool } from './agent-tool.ts';
import { type ChosenFilters, countMatching, fieldNames, filters, id, table, textFilters } from './tool-arguments.ts';

const chosenIds = z.array(id).check(z.minLength(1), z.maxLength(MAX_LIST_ROWS));
const chosen = { ids: z.optional(chosenIds), filters };
const listChoice = z.union([id, z.string().check(z.trim(), z.minLength(1), z.maxLength(MAX_LIST_NAME_LENGTH))]);
const listOfAnswer = z.object({ id: z.int(), name: z.string() });

export const actingTools: readonly AgentTool[] = [
  actingTool({
    name: 'add_to_list',
    title: 'Add to a list',
    description:
      'Puts rows of one table on one of the lists of the account: some by their ids, or all that match filters. The list is named by its id or its name; a name that no list of the table has makes a new list. Rows that are on it already stay.',
    input: z.strictObject({ table, list: listChoice, ...chosen }),
    result: { rows: z.int(), list: listOfAnswer, added: z.int(), already_on_it: z.int(), addition: z.int() },
    needs: () => [addListRows],
    plan: async ({ table: of, list, ...choice }, call) => {
      const target = await findList(of, list, call);
      const ids = await chooseIds(of, choice, call, { most: MAX_LIST_ROWS, code: 'ROW_LIST.TOO_MANY_ROWS' });
      const add = async (listId: number) => {
        const path = fillPath(addListRows.path, { list_id: listId });
        const added = addListRows.success.body.parse(await call.callDataApi({ method: 'POST', path, body: { ids } }));
        const { id: list_id, name, added: count, already_on_it, addition } = added;
        return { rows: ids.length, list: { id: list_id, name }, added: count, already_on_it, addition };
      };
      return {
        rows: ids.length,
        cost: target.id === null ? 2 : 1,
        meant: [target, ids],
        act: async () => {
          if (target.id !== null) return add(target.id);
          const body = { name: target.name, table: of };
          const made = rowListSchema.parse(await call.callDataApi({ method: 'POST', path: createRowList.path, body }));
          const path = fillPath(deleteRowList.path, { list_id: made.id });
          return orUndo(
            () => add(made.id),
            () => call.callDataApi({ method: 'DELETE', path }),
          );
        },
      };
    },
  }),
  actingTool({
    name: 'tag_rows',
    title: 'Tag rows',
    description:
      'Adds tags to rows of one table, beside those that they have: to some by their ids, or to all that match filters. The members of the workspace see them.',
    input: z.strictObject({ table, ...chosen, tags: tagRows.body.shape.tags }),
    result: { rows: z.int(), tagged: z.int(), addition: z.int() },
    needs: () => [tagRows],
    plan: async ({ table: of, tags, ...choice }, call) => {
      const ids = await chooseIds(of, choice, call, { most: MAX_ROWS_TAGGED_AT_ONCE, code: 'ROW_TAGS.TOO_MANY_ROWS' });
      return {
        rows: ids.length,
        cost: 1,
        meant: ids,
        act: async () => {
          const body = { table: of, tags, ids };
          return tagRows.success.body.parse(await call.callDataApi({ method: 'POST', path: tagRows.path, body }));
        },
      };
    },
  }),
  actingTool({
    name: 'write_note',
    title: 'Write a note',
    description: 'Writes a note on one row, in the name of the account. The members of the workspace see it.',
    input: z.strictObject({ table, id, text: addRowNote.body.shape.text }),
    result: { rows: z.int(), note: rowNoteSchema },
    needs: () => [addRowNote],
    plan: async ({ table: of, id: row, text }, call) => {
      const [found] = await call.acting.findIds(of, { ids: [row] }, 1);
      return {
        rows: 1,
        cost: 1,
        meant: found,
        act: async () => {
          const path = fillPath(addRowNote.path, { table: of, id: row });
          return { rows: 1, note: rowNoteSchema.parse(await call.callDataApi({ method: 'POST', path, body: { text } })) };
        },
      };
    },
  }),
  actingTool({
    name: 'create_alert',
    title: 'Create an alert',
    description:
      'Saves filters of one table as a view, and an alert that tells the account of rows that come to match it (added), change while they match (changed), or match no longer (removed): in the app and by mail. rows in the preview is the number of rows that match now.',
    input: z.strictObject({
      name: lineText(80),
      table,
      filters,
      on: z.array(z.enum(alertChanges)).check(z.minLength(1), z.maxLength(3)),
      every: z.enum(alertFrequencies),
    }),
    result: { alert: alertSchema },
    needs: () => [createTableView, createAlert],
    plan: async ({ name, table: of, filters: watched, on, every }, call) => {
      const kept = textFilters(of, watched);
      // The alert follows the filters, whatever rows match them by then.
      const rows = call.isPreview ? await countMatching(call, of, watched) : 0;
      return {
        rows,
        cost: 2,
        meant: kept,
        act: async () => {
          const state = { filters: kept, columns: [], sort: null, order: null, per_page: null };
          const view = { table: of, name, state, is_default: false };
          const made = await call.callDataApi({ method: 'POST', path: createTableView.path, body: view });
          const { id: viewId } = tableViewSchema.parse(made);
          const body = { name, watch: { kind: 'view', id: viewId }, on, every, by: ['app', 'mail'] };
          const undone = fillPath(deleteTableView.path, { view_id: viewId });
          return orUndo(
            async () => ({ alert: alertSchema.parse(await call.callDataApi({ method: 'POST', path: createAlert.path, body })) }),
            () => call.callDataApi({ method: 'DELETE', path: undone }),
          );
        },
      };
    },
  }),
  actingTool({
    name: 'export_rows',
    title: 'Export rows',
    description: `Exports rows of one table that match filters, at most ${MAX_PAGE_SIZE}, by their ids: the answer has them in csv, as the text of a CSV file. cost in the preview is the number of rows that count against the month's export limit; rows that were exported this month are free.`,
    input: z.strictObject({
      table,
      filters,
      fields: fieldNames,
      limit: z.optional(z.int().check(z.minimum(1), z.maximum(MAX_PAGE_SIZE))),
    }),
    result: { rows: z.int(), csv: z.string() },
    needs: ({ table: of }) => [endpointsByName(of).export],
    plan: async ({ table: of, filters: wanted, fields: columns, limit = MAX_PAGE_SIZE }, call) => {
      const ids = await call.acting.findIds(of, { filters: textFilters(of, wanted) }, limit);
      const query = { ids, sort: 'id', order: 'asc', columns };
      const { previewExport, export: file } = endpointsByName(of);
      const charged = async () =>
        exportPreviewSchema.parse(await call.callDataApi({ method: 'GET', path: previewExport.path, query }));
      return {
        rows: ids.length,
        cost: call.isPreview && ids.length > 0 ? (await charged()).charged : 0,
        meant: ids,
        act: async () => {
          const csv = ids.length === 0 ? '' : await call.callDataApi({ method: 'GET', path: file.path, query });
          return { rows: ids.length, csv: z.string().parse(csv) };
        },
      };
    },
  }),
];

interface Bound {
  readonly most: number;
  readonly code: 'ROW_LIST.TOO_MANY_ROWS' | 'ROW_TAGS.TOO_MANY_ROWS';
}

/**
 * The rows that the arguments mean now. A preview by filters costs the request that counting them does.
 * @throws {AppError} REQUEST.INVALID, ROWS.NOT_FOUND, and the code of the bound for more rows than that
 */
async function chooseIds(
  of: TableName,
  { ids, filters: wanted }: { readonly ids?: number[] | undefined; readonly filters?: ChosenFilters },
  call: ActingCall,
  { most, code }: Bound,
): Promise<readonly number[]> {
  if (!namesOne({ ids, filters: wanted })) throw new AppError('REQUEST.INVALID', { message: `The call ${ONE_CHOICE}.` });
  if (ids !== undefined) return call.acting.findIds(of, { ids }, most);
  const tooMany = new AppError(code, { message: `More than ${most.toLocaleString('en')} rows match. Narrow the filters.` });
  if (call.isPreview && (await countMatching(call, of, wanted)) > most) throw tooMany;
  const found = await call.acting.findIds(of, { filters: textFilters(of, wanted) }, most + 1);
  if (found.length > most) throw tooMany;
  if (found.length === 0) throw new AppError('ROWS.NOT_FOUND', { message: 'No rows match these filters.' });
  return found;
}

/** The list that is meant; `id` null: it is made by its name. @throws {AppError} ROW_LIST.NOT_FOUND, REQUEST.INVALID */
async function findList(of: TableName, meant: number | string, { acting }: ActingCall) {
  const lists = await acting.findLists(of);
  const byId = lists.find(({ id: list }) => String(list) === String(meant));
  if (byId !== undefined) return { id: byId.id, name: byId.name };
  const name = String(meant);
  const named = lists.filter((list) => list.name.toLowerCase() === name.toLowerCase());
  const [first] = named;
  const ids = named.map(({ id: list }) => list);
  if (ids.length > 1)
    throw new AppError('REQUEST.INVALID', { message: `Several lists have this name. Name one by its id: ${ids.join(', ')}.` });
  if (first !== undefined) return { id: first.id, name: first.name };
  // Digits are an id, never the name of a new list.
  if (/^\d+$/.test(name)) throw new AppError('ROW_LIST.NOT_FOUND');
  return { id: null, name };
}
