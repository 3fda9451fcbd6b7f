/**
 * HubSpot's companies and contacts (CRM API v3). A record that is created carries the reference of its creation in a unique
 * property of our own, `leadloom_id`, so that a repeated creation finds it. Where the app may not create that property, a repeated
 * creation looks for the key first.
 */
import type { CrmObject } from '@leadloom/shared/contract/crm-fields';
import { z } from 'zod';
import { pauseFor, type Sleep, sleepFor } from '../../sources/http/pause.ts';
import type { CrmConnector, CrmRecord, NewRecord, RecordOutcome } from '../crm-connector.ts';
import { createHubspotApi } from './hubspot-api.ts';
import { type BatchItem, batchSchema, type HubspotObject, hubspotObjectSchema, writeBatch } from './hubspot-batches.ts';
import { createHubspotNames } from './hubspot-names.ts';
import { readProperties } from './hubspot-properties.ts';

const BATCH = 100;
const REFERENCE = 'leadloom_id';
const OWNER = 'hubspot_owner_id';
const STAGE = 'lifecyclestage';
/** Ids of the records that were merged into this one. */
const MERGED = 'hs_merged_object_ids';
const MORE_EMAILS = 'hs_additional_emails';
const keyProperties = { companies: 'domain', contacts: 'email' } as const satisfies Record<CrmObject, string>;
const groups = { companies: 'companyinformation', contacts: 'contactinformation' } as const;
/** How long a new record may be missing in HubSpot's search. */
const SEARCH_DELAY_MILLISECONDS = 15_000;
/** The most that one search answers with. */
const SEARCH_PAGE = 200;

const pageSchema = z.object({
  results: z.array(hubspotObjectSchema),
  paging: z.object({ next: z.object({ after: z.string() }).nullish() }).nullish(),
});
const definitionSchema = z.object({ hasUniqueValue: z.boolean().default(false) });

interface HubspotOptions {
  readonly url: string;
  readonly accessToken: string;
  readonly object: CrmObject;
  readonly sleep?: Sleep;
  readonly now?: () => Date;
}

export function createHubspotConnector({ url, accessToken, object, sleep = sleepFor, now }: HubspotOptions): CrmConnector {
  const api = createHubspotApi({ url, accessToken, sleep, now });
  const names = createHubspotNames(api, object);
  const path = `/crm/v3/objects/${object}`;
  const keyProperty = keyProperties[object];
  let isReferenceUnique: Promise<boolean> | null = null;
  /** Resolves when the search finds what was created before this delivery. */
  let searchable: Promise<void> | null = null;

  async function toRecord(
    { id, properties }: HubspotObject,
    key = properties[keyProperty],
    signal: AbortSignal,
  ): Promise<CrmRecord> {
    const [owner, stage] = [properties[OWNER] || null, properties[STAGE] || null];
    return {
      id,
      key: key || null,
      // HubSpot writes an empty value as an empty text or as null.
      values: Object.fromEntries(Object.entries(properties).map(([name, value]) => [name, value || null])),
      owner: owner === null ? null : await names.ownerOf(owner, signal),
      stage: stage === null ? null : await names.stageOf(stage, signal),
    };
  }

  /** Whether records can carry a reference of ours; the property is created where it is missing. */
  async function prepareReference(signal: AbortSignal): Promise<boolean> {
    const properties = `/crm/v3/properties/${object}`;
    const known = await api.statusOf({ path: `${properties}/${REFERENCE}` }, [200, 403, 404], signal);
    if (known === 200) {
      const { hasUniqueValue } = await api.call({ path: `${properties}/${REFERENCE}` }, definitionSchema, signal);
      return hasUniqueValue;
    }
    const body = {
      name: REFERENCE,
      label: 'Leadloom id',
      description: 'Set by Leadloom when it creates a record, so that none is created twice.',
      groupName: groups[object],
      type: 'string',
      fieldType: 'text',
      hasUniqueValue: true,
    };
    const created = await api.statusOf({ path: properties, body }, [201, 400, 403, 409], signal);
    return created === 201;
  }

  /** Contacts are read by their emails, which are unique. The domains of companies are not, so they are searched. */
  async function findObjects(keys: readonly string[], properties: readonly string[], signal: AbortSignal) {
    if (object === 'contacts') {
      const inputs = keys.map((id) => ({ id }));
      const asked = [...properties, keyProperty, MORE_EMAILS, OWNER, STAGE];
      const body = { idProperty: keyProperty, inputs, properties: asked };
      return (await api.call({ path: `${path}/batch/read`, body }, batchSchema, signal)).results;
    }
    const filter = { propertyName: keyProperty, operator: 'IN', values: keys.flatMap((key) => [key, `www.${key}`]) };
    const search = {
      filterGroups: [{ filters: [filter] }],
      limit: SEARCH_PAGE,
      properties: [...properties, keyProperty, OWNER, STAGE],
    };
    const found: HubspotObject[] = [];
    let after: string | undefined;
    do {
      const page = await api.call({ path: `${path}/search`, body: { ...search, after } }, pageSchema, signal);
      found.push(...page.results);
      after = page.paging?.next?.after;
    } while (after !== undefined);
    return found;
  }

  async function findByKeys(keys: readonly string[], properties: readonly string[], signal: AbortSignal) {
    const found = await findObjects(keys, properties, signal);
    return Promise.all(
      found.map(({ id, properties: values }) => {
        const own = [values[keyProperty], ...(values[MORE_EMAILS] ?? '').split(';')].map((text) => text?.toLowerCase());
        // A contact is also found by its further emails.
        return toRecord({ id, properties: values }, keys.find((key) => own.includes(key)) ?? values[keyProperty], signal);
      }),
    );
  }

  async function create(records: readonly NewRecord[], signal: AbortSignal): Promise<readonly RecordOutcome[]> {
    isReferenceUnique ??= prepareReference(signal);
    const isUnique = await isReferenceUnique;
    const items = records.map(({ reference, values }): BatchItem => {
      const input = isUnique
        ? { idProperty: REFERENCE, id: reference, properties: toProperties({ ...values, [REFERENCE]: reference }) }
        : { properties: toProperties(values) };
      return { trace: reference, input, id: null };
    });
    const call = { path: `${path}/batch/${isUnique ? 'upsert' : 'create'}`, isRepeatable: isUnique };
    return write(call, items, signal);
  }

  /** The outcomes, with owners and stages by their names. */
  async function write(
    call: Parameters<typeof writeBatch>[1],
    items: readonly BatchItem[],
    signal: AbortSignal,
  ): Promise<readonly RecordOutcome[]> {
    const written: HubspotObject[] = [];
    const outcomes = await writeBatch(
      api,
      call,
      items,
      (object, { id }) => {
        written.push(object);
        if (id !== null && object.id !== id) return { state: 'merged', into: object.id };
        const { properties } = object;
        return { state: 'written', record: { id: object.id, key: null, values: properties, owner: null, stage: null } };
      },
      signal,
    );
    const records = new Map(
      await Promise.all(written.map(async (one) => [one.id, await toRecord(one, undefined, signal)] as const)),
    );
    return outcomes.map((outcome) => {
      const record = outcome.state === 'written' ? records.get(outcome.record.id) : undefined;
      return record === undefined ? outcome : { state: 'written', record };
    });
  }

  return {
    takes: 'records',
    batchSize: BATCH,
    keyProperty,
    test: async (signal) => {
      await api.call({ path: `${path}?limit=1` }, pageSchema, signal);
      return {};
    },
    listProperties: async (asked, signal) =>
      (await readProperties(api, asked, signal)).map((one) => (one.name === REFERENCE ? { ...one, isReadOnly: true } : one)),
    findByKeys,
    readRecords: async (ids, properties, signal) => {
      if (ids.length === 0) return [];
      const body = { inputs: ids.map((id) => ({ id })), properties: [...properties, keyProperty, MERGED, OWNER, STAGE] };
      const { results } = await api.call({ path: `${path}/batch/read`, body }, batchSchema, signal);
      return Promise.all(
        ids.map(async (id): Promise<RecordOutcome> => {
          const own = results.find((one) => one.id === id);
          if (own !== undefined) return { state: 'written', record: await toRecord(own, undefined, signal) };
          const other = results.find(({ properties: values }) => (values[MERGED] ?? '').split(';').includes(id));
          return other === undefined ? { state: 'gone' } : { state: 'merged', into: other.id };
        }),
      );
    },
    createRecords: async (records, isRepeated, signal) => {
      if (records.length === 0) return [];
      isReferenceUnique ??= prepareReference(signal);
      if (!isRepeated || (await isReferenceUnique)) return create(records, signal);
      searchable ??= pauseFor(SEARCH_DELAY_MILLISECONDS, sleep, signal);
      await searchable;
      const keyOf = ({ values }: NewRecord) => values[keyProperty]?.toLowerCase() ?? '';
      const keys = records.map(keyOf).filter((key) => key !== '');
      const found = keys.length === 0 ? [] : await findByKeys(keys, [], signal);
      const there = (one: NewRecord) =>
        found.find(({ key }) => key !== null && key.replace(/^www\./, '').toLowerCase() === keyOf(one));
      const missing = records.filter((one) => there(one) === undefined);
      const created = await create(missing, signal);
      return records.map((one): RecordOutcome => {
        const record = there(one);
        return record === undefined
          ? (created[missing.indexOf(one)] ?? { state: 'refused', reason: 'HubSpot did not create it.' })
          : { state: 'written', record };
      });
    },
    updateRecords: (records, signal) => {
      const items = records.map(({ id, values }) => ({ trace: id, input: { id, properties: toProperties(values) }, id }));
      return write({ path: `${path}/batch/update` }, items, signal);
    },
    deleteRecords: async (ids, signal) => {
      if (ids.length === 0) return [];
      await api.statusOf({ path: `${path}/batch/archive`, body: { inputs: ids.map((id) => ({ id })) } }, [204, 207], signal);
      return ids.map((id) => ({ state: 'written', record: { id, key: null, values: {}, owner: null, stage: null } }));
    },
    listRecords: async (cursor, signal) => {
      const query = new URLSearchParams({ limit: String(BATCH), properties: [keyProperty, OWNER, STAGE].join(',') });
      if (cursor !== null) query.set('after', cursor);
      const page = await api.call({ path: `${path}?${query}` }, pageSchema, signal);
      const records = await Promise.all(page.results.map((one) => toRecord(one, undefined, signal)));
      return { records, next: page.paging?.next?.after ?? null };
    },
    close: async () => undefined,
  };
}

/** HubSpot empties a property by an empty text. */
function toProperties(values: NewRecord['values']): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, value ?? '']));
}
