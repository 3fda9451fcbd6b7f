/** The fields of organizations and persons, as a mapping names them, and their values. */
import type { CrmObject } from '@leadloom/shared/contract/crm-fields';
import { z } from 'zod';
import type { CrmProperty } from '../crm-connector.ts';
import type { PipedriveApi } from './pipedrive-api.ts';

const optionSchema = z.object({ id: z.union([z.number(), z.string()]), label: z.string() });
const fieldsSchema = z.object({
  data: z.array(
    z.object({
      field_name: z.string().default(''),
      field_code: z.string(),
      field_type: z.string(),
      is_custom_field: z.boolean().default(false),
      options: z.array(optionSchema).nullish(),
    }),
  ),
  additional_data: z.object({ next_cursor: z.string().nullish() }).nullish(),
});
const FIELDS_PAGE = 500;
const sources = { companies: 'organizationFields', contacts: 'personFields' } as const satisfies Record<CrmObject, string>;
/** The fields of Pipedrive's own that may be written. Names of the first version of the API are those of the second. */
const own: Readonly<Record<CrmObject, readonly string[]>> = {
  companies: ['name', 'website', 'linkedin', 'address', 'industry', 'annual_revenue', 'employee_count', 'owner_id', 'label_ids'],
  contacts: ['name', 'emails', 'phones', 'job_title', 'postal_address', 'birthday', 'owner_id', 'label_ids'],
};
const renamed: Readonly<Record<string, string>> = { email: 'emails', phone: 'phones' };
const types: Readonly<Record<string, CrmProperty['type']>> = {
  varchar: 'text',
  text: 'text',
  varchar_auto: 'text',
  phone: 'text',
  address: 'text',
  int: 'number',
  double: 'number',
  boolean: 'boolean',
  date: 'date',
  enum: 'choice',
};
/** Several values of a person, of which the first one counts. */
export const LISTS: readonly string[] = ['emails', 'phones'];

export interface PipedriveField {
  readonly property: CrmProperty;
  readonly kind: string;
  readonly isCustom: boolean;
  /** Labels by the id of the option. */
  readonly options: ReadonlyMap<string, string>;
}
export type PipedriveFields = ReadonlyMap<string, PipedriveField>;

export async function readFields(api: PipedriveApi, object: CrmObject, signal: AbortSignal): Promise<PipedriveFields> {
  const fields = new Map<string, PipedriveField>();
  let cursor: string | null = null;
  do {
    const query = new URLSearchParams({ limit: String(FIELDS_PAGE), ...(cursor === null ? {} : { cursor }) });
    const path = `/api/v2/${sources[object]}?${query}`;
    const page: z.infer<typeof fieldsSchema> | null = await api.call({ method: 'GET', path }, fieldsSchema, signal);
    for (const { field_name: label, field_code: code, field_type: kind, is_custom_field: isCustom, options } of page?.data ??
      []) {
      const name = renamed[code] ?? code;
      const type = LISTS.includes(name) ? 'text' : (types[kind] ?? 'other');
      const labels = new Map((options ?? []).map((option) => [String(option.id), option.label]));
      const choices = type === 'choice' ? [...labels.values()] : null;
      const isReadOnly = !isCustom && !own[object].includes(name);
      fields.set(name, { property: { name, label: label || name, type, choices, isReadOnly }, kind, isCustom, options: labels });
    }
    cursor = page?.additional_data?.next_cursor ?? null;
  } while (cursor !== null);
  return fields;
}

const listSchema = z.array(z.looseObject({ value: z.string().nullish(), primary: z.boolean().nullish() }));
const addressSchema = z.object({ value: z.union([z.string(), z.number()]).nullish() });

export function textOf(value: unknown, field: PipedriveField | undefined): string | null {
  if (value === null || value === undefined || value === '') return null;
  if (field?.kind === 'enum') return field.options.get(String(value)) ?? null;
  if (typeof value === 'string') return value;
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  const list = listSchema.safeParse(value).data;
  if (list !== undefined) return (list.find(({ primary }) => primary) ?? list[0])?.value || null;
  const inner = addressSchema.safeParse(value).data?.value;
  return inner === null || inner === undefined || inner === '' ? null : String(inner);
}

/** @param current the field's value there; of several emails or phones, all but the first stay */
export function toPipedrive(value: string | null, field: PipedriveField | undefined, current: unknown): unknown {
  if (field !== undefined && LISTS.includes(field.property.name)) {
    const list = listSchema.safeParse(current).data ?? [];
    const first = list.find(({ primary }) => primary) ?? list[0];
    const others = list.filter((one) => one !== first && one.value?.toLowerCase() !== value?.toLowerCase());
    if (value === null) return others;
    return [{ label: 'work', ...first, value, primary: true }, ...others.map((one) => ({ ...one, primary: false }))];
  }
  if (value === null) return null;
  if (field?.kind === 'enum') {
    const [id] = [...field.options].find(([, label]) => label === value) ?? [value];
    return /^\d+$/.test(id) ? Number(id) : id;
  }
  if (field?.kind === 'address') return { value };
  // What is no number is refused there, instead of emptying the field.
  if (field?.property.type === 'number') return Number.isFinite(Number(value)) ? Number(value) : value;
  return field?.property.type === 'boolean' ? value === 'true' : value;
}
