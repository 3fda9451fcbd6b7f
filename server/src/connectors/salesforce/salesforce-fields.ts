/** The fields of accounts and contacts that the user sees, as a mapping names them, and their values. */
import { z } from 'zod';
import type { CrmProperty, RecordValues } from '../crm-connector.ts';
import type { SalesforceApi, SalesforceRecord } from './salesforce-api.ts';

/** Made by an administrator, where creations are to be safe without a search. */
export const REFERENCE = 'Leadloom_Id__c';

const describeSchema = z.object({
  fields: z.array(
    z.object({
      name: z.string(),
      label: z.string().default(''),
      type: z.string(),
      createable: z.boolean().default(false),
      updateable: z.boolean().default(false),
      externalId: z.boolean().default(false),
      unique: z.boolean().default(false),
      picklistValues: z.array(z.object({ value: z.string(), active: z.boolean().default(true) })).default([]),
    }),
  ),
});
/** Moments and several choices at once have types of their own there, which no column fits. */
const types: Readonly<Record<string, CrmProperty['type']>> = {
  string: 'text',
  textarea: 'text',
  phone: 'text',
  email: 'text',
  url: 'text',
  combobox: 'text',
  encryptedstring: 'text',
  int: 'number',
  long: 'number',
  double: 'number',
  currency: 'number',
  percent: 'number',
  boolean: 'boolean',
  date: 'date',
  picklist: 'choice',
};
/** Made of other fields, which are listed themselves, or too large to compare. */
const UNLISTED = ['address', 'location', 'base64', 'complexvalue'];

export interface SalesforceFields {
  readonly properties: readonly CrmProperty[];
  readonly byName: ReadonlyMap<string, CrmProperty>;
  /** Whether records can carry a reference of ours, of which Salesforce takes each only once. */
  readonly hasReference: boolean;
}

export async function readFields(api: SalesforceApi, type: string, signal: AbortSignal): Promise<SalesforceFields> {
  const { fields } = await api.call({ method: 'GET', path: `/sobjects/${type}/describe` }, describeSchema, signal);
  const properties = fields
    .filter((field) => !UNLISTED.includes(field.type))
    .map(
      ({ name, label, type: kind, createable, updateable, picklistValues }): CrmProperty => ({
        name,
        label: label || name,
        type: types[kind] ?? 'other',
        choices: kind === 'picklist' ? picklistValues.filter(({ active }) => active).map(({ value }) => value) : null,
        isReadOnly: !(createable && updateable) || name === REFERENCE,
      }),
    );
  const reference = fields.find(({ name }) => name === REFERENCE);
  return {
    properties,
    byName: new Map(properties.map((property) => [property.name, property])),
    hasReference: reference?.externalId === true && reference.unique && reference.createable,
  };
}

/** Values as Salesforce takes them. An empty one is null. */
export function toSalesforce(values: RecordValues, { byName }: SalesforceFields): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => {
      const type = byName.get(name)?.type;
      if (value === null) return [name, null];
      if (type === 'boolean') return [name, value === 'true'];
      // What is no number is refused there, instead of emptying the field.
      return [name, type === 'number' && Number.isFinite(Number(value)) ? Number(value) : value];
    }),
  );
}

export function fromSalesforce(record: SalesforceRecord, names: readonly string[]): RecordValues {
  return Object.fromEntries(names.map((name) => [name, textOf(record[name])]));
}

export function textOf(value: unknown): string | null {
  if (typeof value === 'string') return value === '' ? null : value;
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : null;
}
