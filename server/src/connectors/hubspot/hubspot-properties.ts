/** The properties of companies and contacts, as a mapping names them. */
import type { CrmObject } from '@leadloom/shared/contract/crm-fields';
import { z } from 'zod';
import type { CrmProperty } from '../crm-connector.ts';
import type { HubspotApi } from './hubspot-api.ts';

const propertiesSchema = z.object({
  results: z.array(
    z.object({
      name: z.string(),
      label: z.string().default(''),
      type: z.string(),
      options: z.array(z.object({ value: z.string(), hidden: z.boolean().default(false) })).default([]),
      hidden: z.boolean().default(false),
      calculated: z.boolean().default(false),
      archived: z.boolean().default(false),
      modificationMetadata: z.object({ readOnlyValue: z.boolean().default(false) }).nullish(),
    }),
  ),
});
/** Moments have a type of their own there, which no column of days fits. */
const types: Readonly<Record<string, CrmProperty['type']>> = {
  string: 'text',
  phone_number: 'text',
  number: 'number',
  bool: 'boolean',
  date: 'date',
  enumeration: 'choice',
};

export async function readProperties(api: HubspotApi, object: CrmObject, signal: AbortSignal): Promise<readonly CrmProperty[]> {
  const { results } = await api.call({ path: `/crm/v3/properties/${object}` }, propertiesSchema, signal);
  return results
    .filter(({ hidden, archived }) => !hidden && !archived)
    .map(({ name, label, type, options, calculated, modificationMetadata }) => ({
      name,
      label: label || name,
      type: types[type] ?? 'other',
      choices: type === 'enumeration' ? options.filter(({ hidden }) => !hidden).map(({ value }) => value) : null,
      isReadOnly: calculated || modificationMetadata?.readOnlyValue === true,
      isDomain: object === 'companies' && name === 'domain',
    }));
}
