/**
 * Salesforce's accounts and contacts. A record that is created carries the reference of its creation where an administrator made
 * the field `Leadloom_Id__c`; Salesforce then refuses a second one. Where there is none, a repeated creation looks for the key
 * first: a query finds what was written before it. An account's stage is its `Type`; contacts have none.
 */

import type { CrmObject } from '@leadloom/shared/contract/crm-fields';
import { normalDomain } from '@leadloom/shared/domain/normal-domain';
import { z } from 'zod';
import type { DestinationSettings } from '../../config.ts';
import { inBatches } from '../../database/in-batches.ts';
import { type Sleep, sleepFor } from '../../sources/http/pause.ts';
import { createSourceHttp } from '../../sources/http/source-http.ts';
import { RefusedByDestination } from '../connector.ts';
import type { ChangedRecord, CrmConnector, CrmRecord, NewRecord, RecordOutcome } from '../crm-connector.ts';
import { guardedLookup } from '../guarded-lookup.ts';
import { judgeUrl } from '../judge-address.ts';
import { reachableHttp } from '../reachable-http.ts';
import { containing, createSalesforceApi, inAddresses, quoted, type SalesforceRecord } from './salesforce-api.ts';
import { fromSalesforce, REFERENCE, readFields, type SalesforceFields, textOf, toSalesforce } from './salesforce-fields.ts';
import { createSalesforceToken } from './salesforce-token.ts';
import { resultsSchema, type Written, writeCollection, writtenOf } from './salesforce-writes.ts';

/** Salesforce takes 200 records, but each of them is also read back with all its fields. */
const BATCH = 100;
const PAGE = 2_000;
const REQUEST_MILLISECONDS = 130_000;
const MAX_BYTES = 64 * 1024 * 1024;
const ID = /^[a-zA-Z0-9]{15}(?:[a-zA-Z0-9]{3})?$/;
const OWNER = 'OwnerId';
const objects = {
  companies: { type: 'Account', key: 'Website', stage: 'Type' },
  contacts: { type: 'Contact', key: 'Email', stage: null },
} as const satisfies Record<CrmObject, { readonly type: string; readonly key: string; readonly stage: string | null }>;
/** Without a reference and a key, a record that was created is not found again. */
const UNKNOWN: RecordOutcome = {
  state: 'refused',
  reason: 'Salesforce may have created it, but its answer was lost. Look for it there before the next run.',
};
const retrievedSchema = z.array(z.record(z.string(), z.unknown()).nullable());

interface SalesforceOptions {
  readonly instanceUrl: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly refreshToken: string;
  readonly object: CrmObject;
  readonly network: Pick<DestinationSettings, 'isPrivateAllowed' | 'salesforceUrl'>;
  readonly sleep?: Sleep;
  readonly now?: () => Date;
}

/** @throws {RefusedByDestination} the address may not be used */
export function createSalesforceConnector(options: SalesforceOptions): CrmConnector {
  const { instanceUrl, network, object, sleep = sleepFor, now = () => new Date() } = options;
  // Allowed when it was entered; the setting may have changed since.
  if (network.salesforceUrl === null && judgeUrl(instanceUrl, network) !== 'allowed')
    throw new RefusedByDestination('The instance address of Salesforce is private or not valid.');
  const url = new URL(network.salesforceUrl ?? instanceUrl).origin;
  const http = reachableHttp(
    'Salesforce',
    createSourceHttp({
      allowedOrigins: [url],
      timeoutMs: REQUEST_MILLISECONDS,
      maxBytes: MAX_BYTES,
      isPrivateAllowed: network.isPrivateAllowed,
      lookup: guardedLookup(network),
    }),
  );
  const token = createSalesforceToken({ http, url, secrets: options, now });
  const api = createSalesforceApi({ http, token, url, sleep, now });
  const { type, key: keyProperty, stage: stageField } = objects[object];
  let known: Promise<SalesforceFields> | null = null;
  const owners = new Map<string, string | null>();

  const fieldsOf = (signal: AbortSignal) => {
    known ??= readFields(api, type, signal).catch((error: unknown) => {
      known = null;
      throw error;
    });
    return known;
  };

  /** What is read of every record, as far as the user sees it. */
  function basicsOf({ byName }: SalesforceFields): readonly string[] {
    return ['Id', keyProperty, OWNER, ...(stageField === null ? [] : [stageField])].filter((name) => byName.has(name));
  }

  async function toRecords(
    found: readonly SalesforceRecord[],
    properties: readonly string[],
    signal: AbortSignal,
  ): Promise<readonly CrmRecord[]> {
    const unnamed = [...new Set(found.flatMap((one) => textOf(one[OWNER]) ?? []))].filter((id) => ID.test(id) && !owners.has(id));
    for (const some of inBatches(unnamed, BATCH)) {
      const soql = `SELECT Id, Name FROM User WHERE Id IN (${some.map(quoted).join(', ')})`;
      const users = new Map((await api.query('query', soql, signal)).map((user) => [textOf(user.Id), textOf(user.Name)]));
      for (const id of some) owners.set(id, users.get(id) ?? null);
    }
    return found.map((one) => ({
      id: textOf(one.Id) ?? '',
      key: textOf(one[keyProperty]),
      values: fromSalesforce(one, properties),
      owner: owners.get(textOf(one[OWNER]) ?? '') ?? null,
      stage: stageField === null ? null : textOf(one[stageField]),
    }));
  }

  /** @param properties null: all that people fill @returns by id, without those that are deleted */
  async function retrieve(ids: readonly string[], properties: readonly string[] | null, signal: AbortSignal) {
    if (ids.length === 0) return new Map<string, CrmRecord>();
    const fields = await fieldsOf(signal);
    const asked = properties ?? fields.properties.filter(({ isReadOnly }) => !isReadOnly).map(({ name }) => name);
    const seen = asked.filter((name) => fields.byName.has(name));
    const body = { ids, fields: [...new Set([...basicsOf(fields), ...seen])] };
    const answer = await api.call({ method: 'POST', path: `/composite/sobjects/${type}`, body }, retrievedSchema, signal);
    const found = answer.filter((one) => one !== null);
    return new Map((await toRecords(found, seen, signal)).map((one) => [one.id, one]));
  }

  /** Ids of records, by the domain or email for which a query found them. */
  async function findIds(keys: readonly string[], signal: AbortSignal): Promise<ReadonlyMap<string, string>> {
    const isDomain = object === 'companies';
    const conditions = keys.map((key) => (isDomain ? `${keyProperty} LIKE ${containing(key)}` : quoted(key)));
    const found = new Map<string, string>();
    for (const some of inAddresses(conditions)) {
      const where = isDomain ? some.join(' OR ') : `${keyProperty} IN (${some.join(', ')})`;
      const soql = `SELECT Id, ${keyProperty} FROM ${type} WHERE ${where}`;
      for (const record of await api.query('query', soql, signal)) {
        const text = textOf(record[keyProperty]) ?? '';
        const key = isDomain ? normalDomain(text) : text.trim().toLowerCase();
        const id = textOf(record.Id);
        // A site that only contains the domain is another one.
        if (id !== null && key !== null && keys.includes(key)) found.set(id, key);
      }
    }
    return found;
  }

  async function findByKeys(keys: readonly string[], properties: readonly string[] | null, signal: AbortSignal) {
    const ids = await findIds(keys, signal);
    const found: CrmRecord[] = [];
    for (const some of inBatches([...ids.keys()], BATCH)) {
      const records = await retrieve(some, properties, signal);
      found.push(...records.values());
    }
    return found.map((record) => ({ ...record, key: ids.get(record.id) ?? record.key }));
  }

  function keyOf({ values }: NewRecord): string | null {
    const text = values[keyProperty] ?? '';
    return object === 'companies' ? normalDomain(text) : text.trim().toLowerCase() || null;
  }

  /** What became of records that an earlier try may have created, in the order of the items; null: it created none. */
  async function findCreated(records: readonly NewRecord[], signal: AbortSignal): Promise<readonly (RecordOutcome | null)[]> {
    const toOutcome = (record: CrmRecord | undefined): RecordOutcome | null =>
      record === undefined ? null : { state: 'written', record };
    if ((await fieldsOf(signal)).hasReference) {
      const references = records.map(({ reference }) => quoted(reference)).join(', ');
      const soql = `SELECT Id, ${REFERENCE} FROM ${type} WHERE ${REFERENCE} IN (${references})`;
      const found = await api.query('query', soql, signal);
      const ids = new Map(found.map((one) => [textOf(one[REFERENCE]), textOf(one.Id) ?? '']));
      const read = await retrieve([...ids.values()], null, signal);
      return records.map(({ reference }) => toOutcome(read.get(ids.get(reference) ?? '')));
    }
    const found = await findByKeys([...new Set(records.flatMap((one) => keyOf(one) ?? []))], null, signal);
    return records.map((one) => {
      const own = keyOf(one);
      return own === null ? UNKNOWN : toOutcome(found.find(({ key }) => key === own));
    });
  }

  async function create(records: readonly NewRecord[], signal: AbortSignal): Promise<readonly RecordOutcome[]> {
    const fields = await fieldsOf(signal);
    const { hasReference } = fields;
    const sent = records.map(({ reference, values }) => ({
      attributes: { type },
      ...toSalesforce(values, fields),
      ...(hasReference ? { [REFERENCE]: reference } : {}),
    }));
    const call = hasReference
      ? ({ method: 'PATCH', path: `/composite/sobjects/${type}/${REFERENCE}` } as const)
      : ({ method: 'POST', path: '/composite/sobjects', isRepeatable: false } as const);
    return outcomesOf(await writeCollection(api, call, sent, signal), null, signal);
  }

  async function update(records: readonly ChangedRecord[], signal: AbortSignal): Promise<readonly RecordOutcome[]> {
    if (records.length === 0) return [];
    const fields = await fieldsOf(signal);
    const sent = records.map(({ id, values }) => ({ attributes: { type }, id, ...toSalesforce(values, fields) }));
    const written = await writeCollection(api, { method: 'PATCH', path: '/composite/sobjects' }, sent, signal);
    const properties = [...new Set(records.flatMap(({ values }) => Object.keys(values)))];
    const gone = records.filter((_, at) => isGone(written[at])).map(({ id }) => id);
    const merged = await findMerged(gone, signal);
    const outcomes = await outcomesOf(written, properties, signal);
    return outcomes.map((outcome, at): RecordOutcome => {
      if (!isGone(written[at])) return outcome;
      // Nothing was written to the other record, whose values were not compared.
      return merged.has(records[at]?.id ?? '')
        ? { state: 'refused', reason: 'It was merged with another record just now. The next run goes on there.' }
        : { state: 'gone' };
    });
  }

  /** The records as they were stored. @param properties null: all that people fill */
  async function outcomesOf(written: readonly Written[], properties: readonly string[] | null, signal: AbortSignal) {
    const ids = written.flatMap(({ id }) => id ?? []);
    const read = await retrieve(ids, properties, signal);
    return written.map((one): RecordOutcome => {
      if (one.id === null) return { state: 'refused', reason: one.reason };
      const record = read.get(one.id);
      return record === undefined ? { state: 'gone' } : { state: 'written', record };
    });
  }

  /** The record that each of these was merged into. Salesforce says so as long as it is in the recycle bin. */
  async function findMerged(ids: readonly string[], signal: AbortSignal): Promise<ReadonlyMap<string, string>> {
    const valid = ids.filter((id) => ID.test(id));
    if (valid.length === 0) return new Map();
    const list = valid.map(quoted).join(', ');
    const soql = `SELECT Id, MasterRecordId FROM ${type} WHERE Id IN (${list}) AND IsDeleted = true`;
    const found = await api.query('queryAll', soql, signal);
    return new Map(
      found.flatMap((one): [string, string][] => {
        const [id, into] = [textOf(one.Id), textOf(one.MasterRecordId)];
        return id === null || into === null ? [] : [[id, into]];
      }),
    );
  }

  return {
    takes: 'records',
    batchSize: BATCH,
    keyProperty,
    test: async (signal) => {
      await api.query('query', `SELECT Id FROM ${type} LIMIT 1`, signal);
      return {};
    },
    listProperties: async (asked, signal) => (await readFields(api, objects[asked].type, signal)).properties,
    findByKeys,
    readRecords: async (ids, properties, signal) => {
      const read = await retrieve(ids, properties, signal);
      const merged = await findMerged(
        ids.filter((id) => !read.has(id)),
        signal,
      );
      return ids.map((id): RecordOutcome => {
        const record = read.get(id);
        if (record !== undefined) return { state: 'written', record };
        const into = merged.get(id);
        return into === undefined ? { state: 'gone' } : { state: 'merged', into };
      });
    },
    createRecords: async (records, isRepeated, signal) => {
      if (records.length === 0) return [];
      if (!isRepeated) return create(records, signal);
      const there = await findCreated(records, signal);
      const missing = records.filter((_, at) => there[at] === null);
      const created = await create(missing, signal);
      return records.map((one, at) => there[at] ?? created[missing.indexOf(one)] ?? UNKNOWN);
    },
    updateRecords: update,
    deleteRecords: async (ids, signal) => {
      if (ids.length === 0) return [];
      const path = `/composite/sobjects?ids=${ids.map(encodeURIComponent).join(',')}&allOrNone=false`;
      const results = await api.call({ method: 'DELETE', path }, resultsSchema, signal);
      return ids.map((id, at): RecordOutcome => {
        const written = writtenOf(results[at]);
        // What is gone needs no deletion, as after an answer that never arrived.
        if (written.id === null && !written.isGone) return { state: 'refused', reason: written.reason };
        return { state: 'written', record: { id, key: null, values: {}, owner: null, stage: null } };
      });
    },
    listRecords: async (cursor, signal) => {
      if (cursor !== null && !ID.test(cursor)) throw new Error('The reading of Salesforce cannot go on there.');
      const after = cursor === null ? '' : ` WHERE Id > ${quoted(cursor)}`;
      const names = basicsOf(await fieldsOf(signal)).join(', ');
      const found = await api.query('query', `SELECT ${names} FROM ${type}${after} ORDER BY Id LIMIT ${PAGE}`, signal);
      const records = await toRecords(found, [], signal);
      return { records, next: found.length < PAGE ? null : (records.at(-1)?.id ?? null) };
    },
    close: async () => undefined,
  };
}

function isGone(written: Written | undefined): boolean {
  return written?.id === null && written.isGone;
}
