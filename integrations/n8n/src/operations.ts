/**
 * What the node does, by the endpoints of the contract. Rows that go to the same place go in one call, because each call counts as
 * one request of the month. Whether a value is right is for the server to say; only what would go to another place is refused here.
 */
import { createAlert } from '@leadloom/shared/contract/alerts';
import { addCollectedPerson } from '@leadloom/shared/contract/collected-people';
import { type EndpointDefinition, fillPath } from '@leadloom/shared/contract/endpoint';
import { MAX_PAGE_SIZE } from '@leadloom/shared/contract/list-parameters';
import { addListRows, addRowNote, MAX_ROWS_TAGGED_AT_ONCE, tagRows } from '@leadloom/shared/contract/my-row-changes';
import { listRowLists, MAX_LIST_ROWS } from '@leadloom/shared/contract/my-rows';
import { createTableView, deleteTableView } from '@leadloom/shared/contract/table-views';
import { endpointsByName } from '@leadloom/shared/contract/tables';
import { WHERE_FILTER } from '@leadloom/shared/tables/filter-parameters';
import { type TableName, tableNames } from '@leadloom/shared/tables/tables';
import * as z from 'zod/mini';
import type { Query, Transport } from '../../../client/src/transport.ts';
import { type Json, jsonObject } from './json-object.ts';

/** The input of a node: its items, and what the parameters say for each. */
export interface Work {
  readonly transport: Transport;
  /** Ends the calls and their pauses. */
  readonly signal: AbortSignal | undefined;
  readonly itemCount: number;
  readonly read: (parameter: string, item: number) => unknown;
}

/** A part of the work, which succeeds or fails by itself. */
export interface Unit {
  /** The input items that it is for. */
  readonly items: readonly number[];
  readonly run: () => Promise<readonly Json[]>;
}

const table = z.enum(tableNames);
const id = z.pipe(
  z.pipe(z.union([z.int(), z.string()]), z.transform(Number)),
  z.int('must be a whole number').check(z.positive('must be above 0')),
);
const text = z.string();
const texts = z.array(z.string());
const filtersSchema = z.object({ filter: z._default(z.array(z.object({ name: text, value: text })), []) });

/** @throws {Error} which names the parameter */
function readAs<Schema extends z.ZodMiniType>({ read }: Work, parameter: string, item: number, schema: Schema): z.output<Schema> {
  const result = z.safeParse(schema, read(parameter, item));
  if (result.success) return result.data;
  throw new Error(`${parameter}: ${result.error.issues.map(({ message }) => message).join(', ')}`);
}

/** One entry is sent as it is written; several of one name are several values. */
function readFilters(work: Work, item: number): Record<string, string | string[]> {
  const { filter } = readAs(work, 'filters', item, filtersSchema);
  const where = readAs(work, WHERE_FILTER, item, text).trim();
  const values = new Map<string, string[]>();
  for (const { name, value } of filter) values.set(name, [...(values.get(name) ?? []), value]);
  if (where !== '') values.set(WHERE_FILTER, [where]);
  return Object.fromEntries([...values].map(([name, given]) => [name, given.length === 1 ? String(given[0]) : given]));
}

function perItem(work: Work, run: (item: number) => Promise<readonly Json[]>): readonly Unit[] {
  return Array.from({ length: work.itemCount }, (_, item) => ({ items: [item], run: () => run(item) }));
}

interface Group<Place> {
  readonly place: Place;
  readonly ids: readonly number[];
}

/** Rows in groups of those that go to the same place. @param most rows of a call */
function perPlace<Place>(
  work: Work,
  readPlace: (item: number) => Place,
  most: number,
  run: (group: Group<Place>) => Promise<Json>,
): readonly Unit[] {
  const open = new Map<string, { place: Place; ids: number[]; items: number[] }>();
  const units: Unit[] = [];
  for (let item = 0; item < work.itemCount; item += 1) {
    try {
      const place = readPlace(item);
      const row = readAs(work, 'rowId', item, id);
      const key = JSON.stringify(place);
      const known = open.get(key);
      const group = known === undefined || known.ids.length === most ? { place, ids: [], items: [] } : known;
      if (group !== known) units.push({ items: group.items, run: async () => [await run(group)] });
      open.set(key, group);
      group.ids.push(row);
      group.items.push(item);
    } catch (error) {
      units.push({ items: [item], run: () => Promise.reject(error) });
    }
  }
  return units;
}

async function get(work: Work, definition: EndpointDefinition, params: object, query: Query): Promise<unknown> {
  return work.transport.json(fillPath(definition.path, { ...params }), query, { signal: work.signal });
}

async function change(work: Work, definition: EndpointDefinition, params: object, body: object | null): Promise<Json> {
  const { method, path } = definition;
  if (method === 'GET') throw new TypeError(`${path} changes nothing`);
  return jsonObject.parse(
    (await work.transport.change(method, fillPath(path, { ...params }), body, { signal: work.signal })) ?? {},
  );
}

const pageSchema = z.object({ data: z.array(jsonObject), next_cursor: z.optional(z.nullable(z.string())) });

/** Rows page by page, up to the limit. @throws {Error} if the order does not allow that */
async function search(work: Work, item: number): Promise<readonly Json[]> {
  const of = readAs(work, 'table', item, table);
  const limit = readAs(work, 'returnAll', item, z.boolean())
    ? Number.POSITIVE_INFINITY
    : readAs(work, 'limit', item, z.int().check(z.positive()));
  const query = {
    ...readFilters(work, item),
    fields: readAs(work, 'fields', item, texts),
    sort: readAs(work, 'sort', item, text),
    order: readAs(work, 'order', item, text),
    include_total: false,
  };
  const rows: Json[] = [];
  let cursor: string | null | undefined = '';
  while (rows.length < limit && typeof cursor === 'string') {
    const per_page = Math.min(MAX_PAGE_SIZE, limit - rows.length);
    const page: z.output<typeof pageSchema> = pageSchema.parse(
      await get(work, endpointsByName(of).list, {}, { ...query, per_page, cursor }),
    );
    rows.push(...page.data);
    cursor = page.next_cursor;
    if (cursor === undefined && page.data.length === per_page && rows.length < limit)
      throw new Error(`sort: rows cannot be read page by page in the order of ${query.sort}`);
  }
  return rows;
}

/** Saves the filters as a view, and watches it. The view is deleted again if the alert is refused. */
async function watch(work: Work, item: number): Promise<readonly Json[]> {
  const name = readAs(work, 'name', item, text);
  const of = readAs(work, 'table', item, table);
  const state = { filters: readFilters(work, item), columns: [], sort: null, order: null, per_page: null };
  const view = await change(work, createTableView, {}, { table: of, name, state, is_default: false });
  const body = {
    name,
    watch: { kind: 'view', id: view.id },
    on: readAs(work, 'on', item, texts),
    every: readAs(work, 'every', item, text),
    by: readAs(work, 'by', item, texts),
  };
  try {
    return [await change(work, createAlert, {}, body)];
  } catch (error) {
    // What refused the alert is told, whatever becomes of the view.
    await change(work, deleteTableView, { view_id: view.id }, null).catch(() => undefined);
    throw error;
  }
}

const rowSchema = z.object({ data: jsonObject });
const listsSchema = z.object({ data: z.array(z.object({ id: z.int(), name: z.string() })) });

export const operations = {
  search: (work) => perItem(work, (item) => search(work, item)),
  get: (work) =>
    perItem(work, async (item) => {
      const of = readAs(work, 'table', item, table);
      const params = { id: readAs(work, 'rowId', item, id) };
      const query = { fields: readAs(work, 'fields', item, texts) };
      return [rowSchema.parse(await get(work, endpointsByName(of).get, params, query)).data];
    }),
  addToList: (work) =>
    perPlace(
      work,
      (item) => readAs(work, 'list', item, id),
      MAX_LIST_ROWS,
      ({ place, ids }) => change(work, addListRows, { list_id: place }, { ids }),
    ),
  addTags: (work) =>
    perPlace(
      work,
      (item) => ({ table: readAs(work, 'table', item, table), tags: readAs(work, 'tags', item, texts) }),
      MAX_ROWS_TAGGED_AT_ONCE,
      ({ place, ids }) => change(work, tagRows, {}, { ...place, ids }),
    ),
  writeNote: (work) =>
    perItem(work, async (item) => {
      const params = { table: readAs(work, 'table', item, table), id: readAs(work, 'rowId', item, id) };
      return [await change(work, addRowNote, params, { text: readAs(work, 'text', item, text) })];
    }),
  createAlert: (work) => perItem(work, (item) => watch(work, item)),
  addPerson: (work) =>
    perItem(work, async (item) => [await change(work, addCollectedPerson, {}, { url: readAs(work, 'url', item, text) })]),
} satisfies Readonly<Record<string, (work: Work) => readonly Unit[]>>;

export type OperationName = keyof typeof operations;

/** The lists of a table, as choices. */
export async function listChoices(
  transport: Transport,
  of: TableName,
): Promise<readonly { readonly name: string; readonly value: number }[]> {
  const { data } = listsSchema.parse(await transport.json(listRowLists.path, { table: of }, {}));
  return data.map(({ id: value, name }) => ({ name, value }));
}
