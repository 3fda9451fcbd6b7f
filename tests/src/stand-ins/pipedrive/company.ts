/** A Pipedrive company in memory: organizations and persons with their fields, as the API (v2) describes them. */
export type PipedriveEntity = 'organizations' | 'persons';
export type PipedriveValues = Readonly<Record<string, unknown>>;

export interface PipedriveItem {
  readonly id: number;
  name: string;
  is_deleted: boolean;
  owner_id: number;
  label_ids: readonly number[];
  custom_fields: Record<string, unknown>;
  [name: string]: unknown;
}

interface Field {
  readonly field_name: string;
  readonly field_code: string;
  readonly field_type: string;
  readonly is_custom_field: boolean;
  readonly options: readonly { readonly id: number; readonly label: string }[] | null;
}

/** A record cannot be written like this. */
export class Refused extends Error {}

const field = (code: string, name: string, type: string, options: Field['options'] = null): Field => ({
  ...{ field_code: code, field_name: name, field_type: type, options },
  is_custom_field: code.length === 40,
});
const phoneField = 'dcf558aac1ae4e8c4f849ba5e668430d8df9be12';
const labels = field('label_ids', 'Labels', 'set', [
  { id: 1, label: 'Customer' },
  { id: 2, label: 'Hot lead' },
]);
const common = [field('id', 'ID', 'int'), field('name', 'Name', 'varchar'), field('owner_id', 'Owner', 'user'), labels];
const fields: Readonly<Record<PipedriveEntity, readonly Field[]>> = {
  organizations: [
    ...common,
    ...[field('website', 'Website', 'varchar'), field('address', 'Address', 'address')],
    ...[field('employee_count', 'Number of employees', 'int'), field('annual_revenue', 'Annual revenue', 'double')],
    field('industry', 'Industry', 'enum', [
      { id: 11, label: 'Software' },
      { id: 12, label: 'Energy' },
    ]),
    field(phoneField, 'Phone', 'phone'),
    field('add_time', 'Created', 'date'),
  ],
  persons: [
    ...common,
    ...[field('email', 'Email', 'varchar'), field('phone', 'Phone', 'phone'), field('job_title', 'Job title', 'varchar')],
  ],
};
const names: Readonly<Record<string, string>> = { email: 'emails', phone: 'phones' };

export type Company = ReturnType<typeof createCompany>;

export function createCompany() {
  const items = { organizations: new Map<number, PipedriveItem>(), persons: new Map<number, PipedriveItem>() };
  let lastId = 0;

  const alive = (entity: PipedriveEntity) => [...items[entity].values()].filter((one) => !one.is_deleted);
  const find = (entity: PipedriveEntity, id: number) => {
    const own = items[entity].get(id);
    return own === undefined || own.is_deleted ? null : own;
  };

  function check(entity: PipedriveEntity, { custom_fields: custom = {}, ...values }: PipedriveValues): void {
    for (const [name, value] of Object.entries({ ...values, ...(custom as object) })) {
      const definition = fields[entity].find(({ field_code: code }) => (names[code] ?? code) === name);
      if (definition === undefined || name === 'id' || name === 'add_time') throw new Refused(`Validation failed: ${name}`);
      if (value === null) continue;
      const isNumber = ['int', 'double', 'enum', 'user'].includes(definition.field_type);
      if (isNumber && typeof value !== 'number') throw new Refused(`Validation failed: ${name}: expected number`);
      if (definition.field_type === 'enum' && !definition.options?.some(({ id }) => id === value))
        throw new Refused(`Validation failed: ${name}: no such option`);
      if (Array.isArray(value) !== (name === 'emails' || name === 'phones' || name === 'label_ids'))
        throw new Refused(`Validation failed: ${name}: wrong type`);
    }
  }

  return {
    fields,
    phoneField,
    users: [{ id: 71, name: 'Kim Park' }],
    alive,
    find,
    create(entity: PipedriveEntity, values: PipedriveValues): PipedriveItem {
      check(entity, values);
      if (typeof values.name !== 'string' || values.name === '') throw new Refused('Validation failed: name: Required');
      lastId += 1;
      const { custom_fields: custom = {}, name, ...others } = values;
      const known = { id: lastId, name, is_deleted: false, owner_id: 71, label_ids: [] };
      const item = { ...known, ...others, custom_fields: { ...(custom as object) } };
      items[entity].set(lastId, item);
      return item;
    },
    update(entity: PipedriveEntity, id: number, values: PipedriveValues): PipedriveItem | null {
      const item = find(entity, id);
      if (item === null) return null;
      check(entity, values);
      const { custom_fields: custom = {}, ...others } = values;
      Object.assign(item, others);
      Object.assign(item.custom_fields, custom);
      return item;
    },
    remove(entity: PipedriveEntity, id: number): void {
      const item = find(entity, id);
      if (item !== null) item.is_deleted = true;
    },
  };
}
