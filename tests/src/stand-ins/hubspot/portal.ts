/**
 * A HubSpot account in memory: records of companies and contacts with their properties, owners, merges and the recycle bin, as the
 * CRM API (v3) describes them. The search sees a change only after a delay.
 */
export type PortalObject = 'companies' | 'contacts';

export interface PortalProperty {
  readonly name: string;
  readonly label: string;
  readonly type: string;
  readonly fieldType: string;
  readonly options: readonly { readonly value: string; readonly label: string }[];
  readonly hasUniqueValue: boolean;
  readonly isReadOnly: boolean;
}

export interface PortalRecord {
  readonly id: string;
  readonly object: PortalObject;
  properties: Record<string, string>;
  isArchived: boolean;
  /** A time of `performance.now()` from which the search finds it. */
  searchableAt: number;
}

const text = (name: string, label: string, type = 'string'): PortalProperty => ({
  ...{ name, label, type, fieldType: type === 'number' ? 'number' : 'text', options: [] },
  ...{ hasUniqueValue: false, isReadOnly: false },
});
const stage: PortalProperty = {
  ...text('lifecyclestage', 'Lifecycle stage', 'enumeration'),
  options: [
    { value: 'lead', label: 'Lead' },
    { value: 'customer', label: 'Customer' },
  ],
};
const common = [
  text('phone', 'Phone number'),
  text('city', 'City'),
  stage,
  text('hubspot_owner_id', 'Owner', 'enumeration'),
  { ...text('hs_object_id', 'Record ID', 'number'), isReadOnly: true },
];
const definitions: Readonly<Record<PortalObject, readonly PortalProperty[]>> = {
  companies: [
    ...[text('name', 'Company name'), text('domain', 'Company domain name'), text('country', 'Country')],
    ...[text('numberofemployees', 'Number of employees', 'number'), text('annualrevenue', 'Annual revenue', 'number')],
    {
      ...text('industry', 'Industry', 'enumeration'),
      options: [
        { value: 'COMPUTER_SOFTWARE', label: 'Computer Software' },
        { value: 'RENEWABLES_ENVIRONMENT', label: 'Renewables & Environment' },
      ],
    },
    ...common,
  ],
  contacts: [
    ...[text('email', 'Email'), text('firstname', 'First name'), text('lastname', 'Last name'), text('jobtitle', 'Job title')],
    ...[text('hs_additional_emails', 'Additional emails'), text('company', 'Company')],
    ...common,
  ],
};

/** The property of a contact that no two have. */
const uniqueProperties: Readonly<Record<PortalObject, readonly string[]>> = { companies: [], contacts: ['email'] };

const INDEXED = ['domain', 'email', 'leadloom_id'];
const keyOf = (object: PortalObject, property: string, value: string) => `${object}/${property}/${value.toLowerCase()}`;

/** A record cannot be written like this. */
export class Refused extends Error {
  readonly category: string;

  constructor(category: string, message: string) {
    super(message);
    this.category = category;
  }
}

export type Portal = ReturnType<typeof createPortal>;

/** @param searchDelayMilliseconds how long the search takes to find what was written */
export function createPortal({ searchDelayMilliseconds = 0 }: { readonly searchDelayMilliseconds?: number } = {}) {
  const records = new Map<string, PortalRecord>();
  const properties = { companies: [...definitions.companies], contacts: [...definitions.contacts] };
  /** Records by object, property and value, for the properties by which they are found. */
  const index = new Map<string, Set<PortalRecord>>();
  let lastId = 1_000;
  let hasMoreEmails = false;

  const alive = (object: PortalObject) => [...records.values()].filter((one) => one.object === object && !one.isArchived);

  /** The record, or the one it was merged into. */
  function find(object: PortalObject, id: string): PortalRecord | null {
    const own = records.get(`${object}/${id}`);
    if (own !== undefined && !own.isArchived) return own;
    return alive(object).find(({ properties: values }) => (values.hs_merged_object_ids ?? '').split(';').includes(id)) ?? null;
  }

  /** Records whose property has one of the values, in any case. */
  function findAll(object: PortalObject, property: string, values: readonly string[]): readonly PortalRecord[] {
    if (!INDEXED.includes(property))
      return alive(object).filter((one) => values.includes(one.properties[property]?.toLowerCase() ?? ''));
    const found = values.flatMap((value) => [...(index.get(keyOf(object, property, value)) ?? [])]);
    return [...new Set(found)].filter(({ isArchived }) => !isArchived);
  }

  function findBy(object: PortalObject, property: string, value: string): PortalRecord | null {
    const wanted = value.toLowerCase();
    const [own] = findAll(object, property, [wanted]);
    if (own !== undefined || property !== 'email') return own ?? null;
    return hasMoreEmails
      ? (alive(object).find(({ properties: values }) => (values.hs_additional_emails ?? '').split(';').includes(wanted)) ?? null)
      : null;
  }

  function check(object: PortalObject, values: Readonly<Record<string, string>>, self: string | null): void {
    for (const [name, value] of Object.entries(values)) {
      const definition = properties[object].find((one) => one.name === name);
      if (definition === undefined)
        throw new Refused('VALIDATION_ERROR', `Property values were not valid: Property "${name}" does not exist`);
      if (definition.isReadOnly) throw new Refused('VALIDATION_ERROR', `"${name}" is a read only property`);
      if (value === '') continue;
      if (definition.type === 'number' && Number.isNaN(Number(value)))
        throw new Refused('VALIDATION_ERROR', `${value} was not a valid number.`);
      if (definition.options.length > 0 && !definition.options.some((option) => option.value === value))
        throw new Refused('VALIDATION_ERROR', `${value} was not one of the allowed options`);
      if (name === 'email' && !value.includes('@')) throw new Refused('VALIDATION_ERROR', `Email address ${value} is invalid`);
      if (definition.hasUniqueValue || uniqueProperties[object].includes(name)) {
        const other = findBy(object, name, value);
        if (other !== null && other.id !== self)
          throw new Refused('CONFLICT', `Contact already exists. Existing ID: ${other.id}`);
      }
    }
  }

  function write(record: PortalRecord, values: Readonly<Record<string, string>>): void {
    for (const [name, value] of Object.entries(values)) {
      // HubSpot keeps domains and emails in small letters, and phone numbers without brackets.
      const kept =
        name === 'domain' || name === 'email' ? value.toLowerCase() : name === 'phone' ? value.replace(/[()]/g, '') : value;
      const before = record.properties[name];
      if (before !== undefined) index.get(keyOf(record.object, name, before))?.delete(record);
      if (name === 'hs_additional_emails') hasMoreEmails = true;
      if (kept === '') {
        delete record.properties[name];
        continue;
      }
      record.properties[name] = kept;
      if (!INDEXED.includes(name)) continue;
      const key = keyOf(record.object, name, kept);
      const known = index.get(key) ?? new Set();
      index.set(key, known.add(record));
    }
    record.searchableAt = performance.now() + searchDelayMilliseconds;
  }

  return {
    properties,
    owners: [{ id: '71', email: 'kim@crm.example', firstName: 'Kim', lastName: 'Park' }],
    alive,
    find,
    findAll,
    findBy,
    /** How many records there are, with archived ones. */
    count: () => records.size,
    create(object: PortalObject, values: Readonly<Record<string, string>>): PortalRecord {
      check(object, values, null);
      lastId += 1;
      const id = String(lastId);
      const record: PortalRecord = { id, object, properties: { hs_object_id: id }, isArchived: false, searchableAt: 0 };
      write(record, { lifecyclestage: 'lead', ...values });
      records.set(`${object}/${id}`, record);
      return record;
    },
    update(object: PortalObject, id: string, values: Readonly<Record<string, string>>): PortalRecord {
      const record = find(object, id);
      if (record === null) throw new Refused('OBJECT_NOT_FOUND', 'resource not found');
      check(object, values, record.id);
      write(record, values);
      return record;
    },
    archive(object: PortalObject, id: string): void {
      const record = records.get(`${object}/${id}`);
      if (record !== undefined) record.isArchived = true;
    },
    /** The second becomes a part of the first. */
    merge(object: PortalObject, id: string, other: string): void {
      const [primary, merged] = [records.get(`${object}/${id}`), records.get(`${object}/${other}`)];
      if (primary === undefined || merged === undefined) throw new Error('there is no such record');
      primary.properties = { ...merged.properties, ...primary.properties };
      primary.properties.hs_merged_object_ids = [primary.properties.hs_merged_object_ids, other].filter(Boolean).join(';');
      merged.isArchived = true;
    },
    addProperty(
      object: PortalObject,
      { name, label, type, fieldType, hasUniqueValue }: Omit<PortalProperty, 'options' | 'isReadOnly'>,
    ) {
      properties[object].push({ name, label, type, fieldType, hasUniqueValue, options: [], isReadOnly: false });
    },
  };
}
