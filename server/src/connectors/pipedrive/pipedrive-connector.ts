/**
 * Pipedrive's organizations and persons (API v2), which are written one by one. Its search does not look at websites and is late,
 * so all records are listed once for each delivery, and found by their domains or emails among them. The same list tells a repeated
 * creation what exists. A record's stage is its first label. A record that was merged into another one is deleted there.
 */
import type { CrmObject } from '@leadloom/shared/contract/crm-fields';
import { normalDomain } from '@leadloom/shared/domain/normal-domain';
import { z } from 'zod';
import { type Sleep, sleepFor } from '../../sources/http/pause.ts';
import { createSourceHttp } from '../../sources/http/source-http.ts';
import { RefusedByDestination } from '../connector.ts';
import type { CrmConnector, CrmRecord, NewRecord, RecordOutcome, RecordValues } from '../crm-connector.ts';
import { reachableHttp } from '../reachable-http.ts';
import { createPipedriveApi, PipedriveRejection } from './pipedrive-api.ts';
import { LISTS, type PipedriveFields, readFields, textOf, toPipedrive } from './pipedrive-fields.ts';

/** Each record costs a call, and what an interrupted batch created is looked for again. */
const BATCH = 50;
const PAGE = 500;
/** Records that are looked through for keys. */
const MAX_RECORDS = 200_000;
const REQUEST_MILLISECONDS = 60_000;
const MAX_BYTES = 64 * 1024 * 1024;
const ID = /^\d{1,15}$/;
const objects = {
  companies: { path: '/api/v2/organizations', key: 'website' },
  contacts: { path: '/api/v2/persons', key: 'emails' },
} as const satisfies Record<CrmObject, { readonly path: string; readonly key: string }>;
const recordSchema = z.looseObject({
  id: z.number(),
  owner_id: z.number().nullish(),
  is_deleted: z.boolean().nullish(),
  label_ids: z.array(z.number()).nullish(),
  custom_fields: z.record(z.string(), z.unknown()).nullish(),
});
type PipedriveRecord = z.infer<typeof recordSchema>;
const oneSchema = z.object({ data: recordSchema });
const pageSchema = z.object({
  data: z.array(recordSchema).nullish(),
  additional_data: z.object({ next_cursor: z.string().nullish() }).nullish(),
});
const usersSchema = z.object({ data: z.array(z.object({ id: z.number(), name: z.string().default('') })).nullish() });
/** Without a key, a record that was created is not found again. */
const UNKNOWN: RecordOutcome = {
  state: 'refused',
  reason: 'Pipedrive may have created it, but its answer was lost. Look for it there before the next run.',
};

interface PipedriveOptions {
  readonly url: string;
  readonly apiToken: string;
  readonly object: CrmObject;
  readonly sleep?: Sleep;
  readonly now?: () => Date;
}

export function createPipedriveConnector(options: PipedriveOptions): CrmConnector {
  const { url, apiToken, object, sleep = sleepFor, now = () => new Date() } = options;
  const source = createSourceHttp({
    allowedOrigins: [new URL(url).origin],
    timeoutMs: REQUEST_MILLISECONDS,
    maxBytes: MAX_BYTES,
  });
  const api = createPipedriveApi({ http: reachableHttp('Pipedrive', source), url, token: apiToken, sleep, now });
  const { path, key: keyProperty } = objects[object];
  let known: { readonly fields: PipedriveFields; readonly owners: ReadonlyMap<number, string> } | null = null;
  /** Ids of records by their domains or emails, as numbers and mostly one, so that many need little room; null: not listed yet. */
  let index: Map<string, number | readonly number[]> | null = null;

  async function namesOf(signal: AbortSignal) {
    known ??= { fields: await readFields(api, object, signal), owners: await readOwners(signal) };
    return known;
  }

  async function readOwners(signal: AbortSignal): Promise<ReadonlyMap<number, string>> {
    const answer = await api.call({ method: 'GET', path: '/v1/users' }, usersSchema, signal);
    return new Map((answer?.data ?? []).map(({ id, name }) => [id, name]));
  }

  function normalKey(text: string | null | undefined): string | null {
    if (!text) return null;
    return object === 'companies' ? normalDomain(text) : text.trim().toLowerCase() || null;
  }

  /** A person is found by each of its emails. */
  function keysOf(record: PipedriveRecord): readonly string[] {
    const value = record[keyProperty];
    const texts = Array.isArray(value)
      ? value.map((one: { value?: unknown }) => textOf(one.value, undefined))
      : [textOf(value, undefined)];
    return texts.flatMap((text) => normalKey(text) ?? []);
  }

  function noteKeys(record: PipedriveRecord): void {
    for (const key of keysOf(record)) {
      const others = [index?.get(key) ?? []].flat();
      if (!others.includes(record.id)) index?.set(key, others.length === 0 ? record.id : [...others, record.id]);
    }
  }

  const valueThere = (record: PipedriveRecord, fields: PipedriveFields, name: string) =>
    fields.get(name)?.isCustom ? record.custom_fields?.[name] : record[name];

  /** @param properties null: all that people fill */
  async function toRecord(
    record: PipedriveRecord,
    properties: readonly string[] | null,
    signal: AbortSignal,
  ): Promise<CrmRecord> {
    const { fields, owners } = await namesOf(signal);
    const asked = properties ?? [...fields.values()].flatMap(({ property }) => (property.isReadOnly ? [] : [property.name]));
    const label = record.label_ids?.[0];
    return {
      id: String(record.id),
      key: textOf(record[keyProperty], undefined),
      values: Object.fromEntries(asked.map((name) => [name, textOf(valueThere(record, fields, name), fields.get(name))])),
      owner: owners.get(record.owner_id ?? -1) || null,
      stage: label === undefined ? null : (fields.get('label_ids')?.options.get(String(label)) ?? null),
    };
  }

  async function readPage(cursor: string | null, limit: number, signal: AbortSignal) {
    const query = new URLSearchParams({ limit: String(limit), sort_by: 'id', ...(cursor === null ? {} : { cursor }) });
    const page = await api.call({ method: 'GET', path: `${path}?${query}` }, pageSchema, signal);
    const records = (page?.data ?? []).filter(({ is_deleted: isDeleted }) => isDeleted !== true);
    return { records, next: page?.additional_data?.next_cursor ?? null };
  }

  async function listKeys(signal: AbortSignal): Promise<ReadonlyMap<string, number | readonly number[]>> {
    if (index !== null) return index;
    index = new Map();
    let count = 0;
    let cursor: string | null = null;
    try {
      do {
        const page: Awaited<ReturnType<typeof readPage>> = await readPage(cursor, PAGE, signal);
        page.records.forEach(noteKeys);
        count += page.records.length;
        if (count > MAX_RECORDS)
          throw new RefusedByDestination(
            `Pipedrive has more than ${MAX_RECORDS.toLocaleString('en-US')} records to compare with.`,
          );
        cursor = page.next;
      } while (cursor !== null);
    } catch (error) {
      index = null;
      throw error;
    }
    return index;
  }

  async function readByIds(ids: readonly string[], signal: AbortSignal): Promise<ReadonlyMap<string, PipedriveRecord>> {
    const found = new Map<string, PipedriveRecord>();
    const valid = ids.filter((id) => ID.test(id));
    for (let start = 0; start < valid.length; start += BATCH) {
      const some = valid.slice(start, start + BATCH).join(',');
      const page = await api.call({ method: 'GET', path: `${path}?ids=${some}&limit=${BATCH}` }, pageSchema, signal);
      for (const record of page?.data ?? []) if (record.is_deleted !== true) found.set(String(record.id), record);
    }
    return found;
  }

  async function findByKeys(keys: readonly string[], properties: readonly string[] | null, signal: AbortSignal) {
    const listed = await listKeys(signal);
    const byId = new Map(keys.flatMap((key) => [listed.get(key) ?? []].flat().map((id) => [String(id), key] as const)));
    const found = await readByIds([...byId.keys()], signal);
    return Promise.all(
      [...found].map(async ([id, record]) => {
        const key = byId.get(id) ?? null;
        return { ...(await toRecord(record, properties, signal)), key };
      }),
    );
  }

  async function write(
    method: 'POST' | 'PATCH',
    values: RecordValues,
    current: PipedriveRecord | null,
    signal: AbortSignal,
  ): Promise<RecordOutcome> {
    const { fields } = await namesOf(signal);
    const body: Record<string, unknown> = {};
    const custom: Record<string, unknown> = {};
    for (const [name, value] of Object.entries(values)) {
      const field = fields.get(name);
      // Pipedrive overlooks what it does not know.
      if (field === undefined) return { state: 'refused', reason: `Pipedrive has no field “${name}”.` };
      const there = current === null ? null : valueThere(current, fields, name);
      if (current === null && value === null) continue;
      (field.isCustom ? custom : body)[name] = toPipedrive(value, field, there);
    }
    if (Object.keys(custom).length > 0) body.custom_fields = custom;
    const target = current === null ? path : `${path}/${current.id}`;
    try {
      const answer = await api.call({ method, path: target, body, isRepeatable: current !== null }, oneSchema, signal);
      if (answer === null) return { state: 'gone' };
      noteKeys(answer.data);
      return { state: 'written', record: await toRecord(answer.data, current === null ? null : Object.keys(values), signal) };
    } catch (error) {
      if (error instanceof PipedriveRejection) return { state: 'refused', reason: error.message };
      throw error;
    }
  }

  async function create(one: NewRecord, there: readonly CrmRecord[] | null, signal: AbortSignal): Promise<RecordOutcome> {
    if (there !== null) {
      const key = normalKey(one.values[keyProperty]);
      const record = key === null ? undefined : there.find((found) => found.key === key);
      if (key === null) return UNKNOWN;
      if (record !== undefined) return { state: 'written', record };
    }
    return write('POST', one.values, null, signal);
  }

  return {
    takes: 'records',
    batchSize: BATCH,
    keyProperty,
    test: async (signal) => {
      await readPage(null, 1, signal);
      return {};
    },
    listProperties: async (asked, signal) => [...(await readFields(api, asked, signal)).values()].map(({ property }) => property),
    findByKeys,
    readRecords: async (ids, properties, signal) => {
      const found = await readByIds(ids, signal);
      return Promise.all(
        ids.map(async (id): Promise<RecordOutcome> => {
          const record = found.get(id);
          return record === undefined
            ? { state: 'gone' }
            : { state: 'written', record: await toRecord(record, properties, signal) };
        }),
      );
    },
    createRecords: async (records, isRepeated, signal) => {
      // What is listed is older than the try that was interrupted.
      if (isRepeated) index = null;
      const keys = [...new Set(records.flatMap(({ values }) => normalKey(values[keyProperty]) ?? []))];
      const there = isRepeated ? await findByKeys(keys, null, signal) : null;
      const outcomes: RecordOutcome[] = [];
      for (const one of records) outcomes.push(await create(one, there, signal));
      return outcomes;
    },
    updateRecords: async (records, signal) => {
      const isListed = records.some(({ values }) => LISTS.some((name) => name in values));
      const current = isListed
        ? await readByIds(
            records.map(({ id }) => id),
            signal,
          )
        : null;
      const outcomes: RecordOutcome[] = [];
      for (const { id, values } of records) {
        const record = current === null ? { id: Number(id) } : current.get(id);
        outcomes.push(record === undefined || !ID.test(id) ? { state: 'gone' } : await write('PATCH', values, record, signal));
      }
      return outcomes;
    },
    deleteRecords: async (ids, signal) => {
      const outcomes: RecordOutcome[] = [];
      for (const id of ids) {
        try {
          // What is gone needs no deletion, as after an answer that never arrived.
          await api.call({ method: 'DELETE', path: `${path}/${encodeURIComponent(id)}` }, z.unknown(), signal);
          outcomes.push({ state: 'written', record: { id, key: null, values: {}, owner: null, stage: null } });
        } catch (error) {
          if (!(error instanceof PipedriveRejection)) throw error;
          outcomes.push({ state: 'refused', reason: error.message });
        }
      }
      return outcomes;
    },
    listRecords: async (cursor, signal) => {
      const { records, next } = await readPage(cursor, PAGE, signal);
      return { records: await Promise.all(records.map((one) => toRecord(one, [], signal))), next };
    },
    close: async () => undefined,
  };
}
