/**
 * A Salesforce organization in memory: accounts, contacts and users with their fields, merges and the recycle bin, as the REST API
 * describes them, and the queries (SOQL) that are asked of them. What was written is found at once.
 */
export type SalesforceType = 'Account' | 'Contact' | 'User';
export type SalesforceValue = string | number | boolean | null;

export interface SalesforceField {
  readonly name: string;
  readonly label: string;
  readonly type: string;
  readonly length: number;
  readonly createable: boolean;
  readonly updateable: boolean;
  readonly externalId: boolean;
  readonly unique: boolean;
  readonly picklistValues: readonly { readonly value: string; readonly active: boolean }[];
}

export interface StoredRecord {
  readonly id: string;
  readonly type: SalesforceType;
  readonly values: Record<string, SalesforceValue>;
  isDeleted: boolean;
  masterId: string | null;
}

/** One record is not written; the others of its call are. */
export class ItemRefused extends Error {
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}

/** The whole call is refused. */
export class CallRefused extends ItemRefused {}

const field = (name: string, type: string, more: Partial<SalesforceField> = {}): SalesforceField => ({
  ...{ name, label: name, type, length: 255, createable: true, updateable: true, externalId: false, unique: false },
  picklistValues: [],
  ...more,
});
const choices = (...values: string[]) => values.map((value) => ({ value, active: true }));
const common = [
  field('Id', 'id', { createable: false, updateable: false }),
  field('OwnerId', 'reference'),
  field('Phone', 'phone', { length: 40 }),
  field('CreatedDate', 'datetime', { createable: false, updateable: false }),
];
const definitions: Readonly<Record<SalesforceType, readonly SalesforceField[]>> = {
  Account: [
    ...common,
    ...[field('Name', 'string'), field('Website', 'url'), field('BillingCity', 'string', { length: 40 })],
    ...[field('NumberOfEmployees', 'int'), field('AnnualRevenue', 'currency'), field('Industry', 'picklist')],
    field('Type', 'picklist', { picklistValues: choices('Prospect', 'Customer - Direct') }),
    field('BillingAddress', 'address', { createable: false, updateable: false }),
  ],
  Contact: [
    ...common,
    field('Name', 'string', { createable: false, updateable: false }),
    ...[field('FirstName', 'string', { length: 40 }), field('LastName', 'string', { length: 80 }), field('Email', 'email')],
    ...[field('Title', 'string'), field('HasOptedOutOfEmail', 'boolean')],
  ],
  User: [field('Id', 'id'), field('Name', 'string')],
};
const prefixes: Readonly<Record<SalesforceType, string>> = { Account: '001', Contact: '003', User: '005' };
const required: Readonly<Record<SalesforceType, string>> = { Account: 'Name', Contact: 'LastName', User: 'Name' };
export const REFERENCE_FIELD = 'Leadloom_Id__c';
const QUERY = /^SELECT (.+?) FROM (\w+)(?: WHERE (.+?))?( ORDER BY Id)?(?: LIMIT (\d+))?$/s;

interface Condition {
  readonly name: string;
  /** @param text the value in lower case */
  readonly isMet: (own: SalesforceValue, text: string) => boolean;
}

export type Organization = ReturnType<typeof createOrganization>;

/** @param hasReference whether an administrator made the field for our references */
export function createOrganization({ hasReference = false }: { readonly hasReference?: boolean } = {}) {
  const reference = field(REFERENCE_FIELD, 'string', { externalId: true, unique: true });
  const fields = {
    Account: [...definitions.Account, ...(hasReference ? [reference] : [])],
    Contact: [...definitions.Contact, ...(hasReference ? [reference] : [])],
    User: [...definitions.User],
  };
  const records = new Map<string, StoredRecord>();
  let lastNumber = 0;

  const alive = (type: SalesforceType) => [...records.values()].filter((one) => one.type === type && !one.isDeleted);
  const find = (type: SalesforceType, id: string) => {
    const own = records.get(id);
    return own === undefined || own.type !== type || own.isDeleted ? null : own;
  };

  /** @throws {CallRefused} a value of another type, or a field that does not exist, refuses the call */
  function checkCall(type: SalesforceType, values: Readonly<Record<string, unknown>>): void {
    for (const [name, value] of Object.entries(values)) {
      const definition = fields[type].find((one) => one.name === name);
      if (definition === undefined) throw new CallRefused('INVALID_FIELD', `No such column '${name}' on sobject of type ${type}`);
      if (value === null) continue;
      const isNumber = ['int', 'double', 'currency', 'percent'].includes(definition.type);
      const wanted = isNumber ? 'number' : definition.type === 'boolean' ? 'boolean' : 'string';
      if (typeof value !== wanted)
        throw new CallRefused('JSON_PARSER_ERROR', `Cannot deserialize instance of ${definition.type} from ${String(value)}`);
    }
  }

  function checkItem(type: SalesforceType, values: Readonly<Record<string, SalesforceValue>>, self: string | null): void {
    for (const [name, value] of Object.entries(values)) {
      const definition = fields[type].find((one) => one.name === name);
      if (definition === undefined || value === null) continue;
      if (!(self === null ? definition.createable : definition.updateable))
        throw new ItemRefused('INVALID_FIELD_FOR_INSERT_UPDATE', `Unable to create/update fields: ${name}.`);
      if (typeof value === 'string' && value.length > definition.length)
        throw new ItemRefused('STRING_TOO_LONG', `${name}: data value too large (max length=${definition.length})`);
      if (definition.type === 'email' && !String(value).includes('@'))
        throw new ItemRefused('INVALID_EMAIL_ADDRESS', `${name}: invalid email address: ${value}`);
      const other = definition.unique && alive(type).find((one) => one.values[name] === value && one.id !== self);
      if (other) throw new ItemRefused('DUPLICATE_VALUE', `duplicate value found: ${name} duplicates value on ${other.id}`);
    }
  }

  function create(type: SalesforceType, values: Readonly<Record<string, SalesforceValue>>): StoredRecord {
    checkItem(type, values, null);
    if (!values[required[type]])
      throw new ItemRefused('REQUIRED_FIELD_MISSING', `Required fields are missing: [${required[type]}]`);
    lastNumber += 1;
    const id = `${prefixes[type]}${String(lastNumber).padStart(12, '0')}AAA`;
    const record: StoredRecord = { id, type, values: { ...values }, isDeleted: false, masterId: null };
    record.values.OwnerId ??= type === 'User' ? null : owner.id;
    records.set(id, record);
    return record;
  }

  function update(type: SalesforceType, id: string, values: Readonly<Record<string, SalesforceValue>>): StoredRecord {
    const record = find(type, id);
    if (record === null) throw new ItemRefused('ENTITY_IS_DELETED', 'entity is deleted');
    checkItem(type, values, id);
    Object.assign(record.values, values);
    return record;
  }

  function remove(type: SalesforceType, id: string): void {
    const record = find(type, id);
    if (record === null) throw new ItemRefused('ENTITY_IS_DELETED', 'entity is deleted');
    record.isDeleted = true;
  }

  const readValue = (one: StoredRecord, name: string): SalesforceValue => {
    if (name === 'Id') return one.id;
    if (name === 'IsDeleted') return one.isDeleted;
    return name === 'MasterRecordId' ? one.masterId : (one.values[name] ?? null);
  };

  /** @returns the fields of each record that fits @throws {CallRefused} */
  function query(soql: string, isAll: boolean): readonly Readonly<Record<string, SalesforceValue>>[] {
    const [, names = '', from = '', where = '', isOrdered, limit] = QUERY.exec(soql) ?? [];
    if (!(from === 'Account' || from === 'Contact' || from === 'User'))
      throw new CallRefused('MALFORMED_QUERY', `unexpected token: ${soql.slice(0, 60)}`);
    const asked = names.split(', ');
    const hidden = ['MasterRecordId', 'IsDeleted'];
    for (const name of asked.filter((one) => !hidden.includes(one)))
      if (!fields[from].some((one) => one.name === name))
        throw new CallRefused('INVALID_FIELD', `No such column '${name}' on entity '${from}'`);
    const groups = where === '' ? [] : where.split(' AND ').map((all) => all.split(' OR ').map(readCondition));
    const fits = (one: StoredRecord) =>
      groups.every((any) => {
        // The conditions of a group are mostly about one field.
        let read = { name: '', own: null as SalesforceValue, text: '' };
        return any.some(({ name, isMet }) => {
          if (read.name !== name) {
            const own = readValue(one, name);
            read = { name, own, text: String(own ?? '').toLowerCase() };
          }
          return isMet(read.own, read.text);
        });
      });
    const found = [...records.values()].filter((one) => one.type === from && (isAll || !one.isDeleted) && fits(one));
    if (isOrdered) found.sort((one, other) => (one.id < other.id ? -1 : 1));
    const page = found.slice(0, limit === undefined ? undefined : Number(limit));
    return page.map((one) => Object.fromEntries(asked.map((name) => [name, readValue(one, name)])));
  }

  function readCondition(condition: string): Condition {
    const [, name = '', operator = '', right = ''] = /^(\w+) (IN|LIKE|>|=) (.+)$/s.exec(condition) ?? [];
    const texts = [...right.matchAll(/'((?:\\.|[^'\\])*)'/g)].map(([, quoted = '']) => quoted);
    const plain = texts.map((quoted) => quoted.replace(/\\(.)/g, '$1'));
    const wanted = new Set(plain.map((one) => one.toLowerCase()));
    const part = (plain[0] ?? '').replace(/^%|%$/g, '').toLowerCase();
    if (operator === 'IN') return { name, isMet: (own, text) => own !== null && wanted.has(text) };
    if (operator === 'LIKE') return { name, isMet: (own, text) => own !== null && text.includes(part) };
    if (operator === '>') return { name, isMet: (own) => String(own) > (plain[0] ?? '') };
    if (operator === '=') return { name, isMet: (own) => String(own) === right };
    throw new CallRefused('MALFORMED_QUERY', `unexpected token: ${condition.slice(0, 60)}`);
  }

  const owner: { id: string } = { id: '' };
  const organization = {
    fields,
    alive,
    find,
    checkCall,
    create,
    update,
    remove,
    query,
    readValue,
    /** The second becomes a part of the first. */
    merge(type: SalesforceType, id: string, other: string): void {
      const merged = find(type, other);
      if (merged === null || find(type, id) === null) throw new Error('there is no such record');
      merged.isDeleted = true;
      merged.masterId = id;
    },
  };
  owner.id = create('User', { Name: 'Kim Park' }).id;
  return organization;
}
