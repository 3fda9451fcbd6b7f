/** Answers of HubSpot's CRM API (v3) out of a portal: batches, searches, lists, properties and owners. */
import { type Portal, type PortalObject, type PortalRecord, Refused } from './portal.ts';

export interface HubspotAnswer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: object | null;
}

interface Input {
  readonly id?: string;
  readonly idProperty?: string;
  readonly properties?: Readonly<Record<string, string>>;
  readonly objectWriteTraceId?: string;
}

interface Body {
  readonly inputs?: readonly Input[];
  readonly idProperty?: string;
  readonly properties?: readonly string[];
  readonly filterGroups?: readonly { readonly filters: readonly Filter[] }[];
  readonly limit?: number;
  readonly after?: string;
}

interface Filter {
  readonly propertyName: string;
  readonly operator: string;
  readonly values: readonly string[];
}

const MOST_INPUTS = 100;
const MOST_FOUND = 200;
const WRITES = ['create', 'update', 'upsert'];

export function problem(status: number, category: string, message: string, more: object = {}): HubspotAnswer {
  return { status, body: { status: 'error', message, category, correlationId: '00000000-0000-4000-8000-000000000000', ...more } };
}

export function answerHubspot(portal: Portal, method: string, url: URL, body: unknown, mayDefine: boolean): HubspotAnswer {
  const { pathname, searchParams } = url;
  if (method === 'GET' && pathname === '/crm/v3/owners') return { status: 200, body: { results: portal.owners } };
  const property = /^\/crm\/v3\/properties\/(companies|contacts)(?:\/(\w+))?$/.exec(pathname);
  if (property !== null) return answerProperty(portal, method, objectOf(property[1]), property[2] ?? null, body, mayDefine);
  const called = /^\/crm\/v3\/objects\/(companies|contacts)(?:\/(search|batch\/(?:read|create|update|upsert|archive)))?$/.exec(
    pathname,
  );
  if (called === null) return problem(404, 'OBJECT_NOT_FOUND', 'not found');
  const object = objectOf(called[1]);
  if (method === 'GET' && called[2] === undefined) return list(portal, object, searchParams);
  const sent: Body = typeof body === 'object' && body !== null ? body : {};
  if (called[2] === 'search') return search(portal, object, sent);
  const inputs = sent.inputs ?? [];
  if (inputs.length > MOST_INPUTS)
    return problem(400, 'VALIDATION_ERROR', `The maximum number of inputs supported in a batch request is ${MOST_INPUTS}`);
  const task = called[2]?.slice('batch/'.length) ?? '';
  if (task === 'read') return read(portal, object, sent, inputs);
  if (task === 'archive') {
    for (const { id = '' } of inputs) portal.archive(object, id);
    return { status: 204, body: null };
  }
  return WRITES.includes(task) ? write(portal, object, task, inputs) : problem(404, 'OBJECT_NOT_FOUND', 'not found');
}

function objectOf(name: string | undefined): PortalObject {
  return name === 'contacts' ? 'contacts' : 'companies';
}

function shown({ id, properties, isArchived }: PortalRecord, asked: readonly string[]) {
  const values = asked.length === 0 ? properties : Object.fromEntries(asked.map((name) => [name, properties[name] ?? null]));
  const at = '2026-03-01T12:00:00.000Z';
  return { id, properties: { ...values, hs_object_id: id }, createdAt: at, updatedAt: at, archived: isArchived };
}

function list(portal: Portal, object: PortalObject, query: URLSearchParams): HubspotAnswer {
  const limit = Math.min(100, Number(query.get('limit') ?? 10));
  const after = Number(query.get('after') ?? 0);
  const all = portal.alive(object).filter(({ id }) => Number(id) > after);
  const page = all.slice(0, limit);
  const last = page.at(-1);
  const next = all.length > limit && last !== undefined ? { paging: { next: { after: last.id } } } : {};
  const asked = (query.get('properties') ?? '').split(',').filter(Boolean);
  return { status: 200, body: { results: page.map((one) => shown(one, asked)), ...next } };
}

function search(portal: Portal, object: PortalObject, { filterGroups = [], properties = [], limit = 10, after = '0' }: Body) {
  if (limit > MOST_FOUND) return problem(400, 'VALIDATION_ERROR', `limit must not be above ${MOST_FOUND}`);
  const now = performance.now();
  const [filter] = filterGroups.flatMap(({ filters }) => filters);
  if (filter?.operator !== 'IN') return problem(400, 'VALIDATION_ERROR', 'only one filter with IN is known here');
  const found = portal.findAll(object, filter.propertyName, filter.values).filter(({ searchableAt }) => searchableAt <= now);
  const end = Number(after) + limit;
  const next = end < found.length ? { paging: { next: { after: String(end) } } } : {};
  return {
    status: 200,
    body: { total: found.length, results: found.slice(Number(after), end).map((one) => shown(one, properties)), ...next },
  };
}

function read(
  portal: Portal,
  object: PortalObject,
  { idProperty, properties = [] }: Body,
  inputs: readonly Input[],
): HubspotAnswer {
  const results: object[] = [];
  const missing: string[] = [];
  for (const { id = '' } of inputs) {
    const record = idProperty === undefined ? portal.find(object, id) : portal.findBy(object, idProperty, id);
    if (record === null) missing.push(id);
    else results.push(shown(record, properties));
  }
  const message = `Could not get some ${object.toUpperCase()} objects, they may be deleted or not exist.`;
  const errors = [{ status: 'error', category: 'OBJECT_NOT_FOUND', message, context: { ids: missing } }];
  return batchAnswer(200, results, missing.length === 0 ? [] : errors);
}

function write(portal: Portal, object: PortalObject, task: string, inputs: readonly Input[]): HubspotAnswer {
  const results: object[] = [];
  const errors: object[] = [];
  for (const input of inputs) {
    try {
      const record = writeOne(portal, object, task, input);
      results.push({ ...shown(record, []), objectWriteTraceId: input.objectWriteTraceId });
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      // Without a trace id, one bad item refuses the batch.
      if (input.objectWriteTraceId === undefined) return problem(400, error.category, error.message);
      const context = { objectWriteTraceId: [input.objectWriteTraceId] };
      errors.push({ status: 'error', category: error.category, message: error.message, context });
    }
  }
  return batchAnswer(task === 'create' ? 201 : 200, results, errors);
}

function writeOne(
  portal: Portal,
  object: PortalObject,
  task: string,
  { id = '', idProperty, properties = {} }: Input,
): PortalRecord {
  if (task === 'create') return portal.create(object, properties);
  if (task === 'update') return portal.update(object, id, properties);
  const known = portal.findBy(object, idProperty ?? '', id);
  return known === null ? portal.create(object, properties) : portal.update(object, known.id, properties);
}

function batchAnswer(status: number, results: readonly object[], errors: readonly object[]): HubspotAnswer {
  const at = '2026-03-01T12:00:00.000Z';
  const failed = errors.length === 0 ? {} : { numErrors: errors.length, errors };
  return {
    status: errors.length === 0 ? status : 207,
    body: { status: 'COMPLETE', results, startedAt: at, completedAt: at, ...failed },
  };
}

function answerProperty(
  portal: Portal,
  method: string,
  object: PortalObject,
  name: string | null,
  body: unknown,
  mayDefine: boolean,
): HubspotAnswer {
  const described = portal.properties[object].map(({ isReadOnly, ...property }) => ({
    ...property,
    ...{ hidden: false, calculated: false, archived: false, modificationMetadata: { readOnlyValue: isReadOnly } },
  }));
  if (method === 'GET' && name === null) return { status: 200, body: { results: described } };
  if (method === 'GET') {
    const found = described.find((property) => property.name === name);
    return found === undefined ? problem(404, 'OBJECT_NOT_FOUND', 'property not found') : { status: 200, body: found };
  }
  if (!mayDefine) return problem(403, 'MISSING_SCOPES', `This app hasn't been granted the scope crm.schemas.${object}.write.`);
  const sent: { name?: string; label?: string; type?: string; fieldType?: string; hasUniqueValue?: boolean } =
    typeof body === 'object' && body !== null ? body : {};
  const { name: own = '', label = '', type = 'string', fieldType = 'text', hasUniqueValue = false } = sent;
  if (described.some((property) => property.name === own)) return problem(409, 'OBJECT_ALREADY_EXISTS', 'property exists');
  portal.addProperty(object, { name: own, label, type, fieldType, hasUniqueValue });
  return { status: 201, body: { name: own, label, type, fieldType, hasUniqueValue } };
}
