/**
 * Which property of a CRM a column most likely belongs to, by their names. Only pairs that are certain are proposed: people see
 * them side by side with samples, and save them.
 */
import type { listCrmProperties } from '@leadloom/shared/contract/crm';
import type { EndpointResult } from '@leadloom/shared/contract/endpoint';
import { columnTitle } from '@leadloom/shared/tables/column-titles';

export type CrmProperty = EndpointResult<typeof listCrmProperties>['data'][number];

/** Other names of a column among the properties of the three CRMs, the most certain first; written as `plain` writes names. */
const otherNames: Readonly<Record<string, readonly string[]>> = {
  name: ['name', 'companyname', 'accountname'],
  full_name: ['fullname', 'name'],
  first_name: ['firstname'],
  last_name: ['lastname'],
  company_name: ['company', 'companyname'],
  website: ['website', 'domain'],
  company_website: ['website'],
  // The server makes whole dollars of millions.
  revenue: ['annualrevenue'],
  title: ['jobtitle', 'title'],
  city: ['city', 'billingcity', 'mailingcity'],
  country: ['country', 'billingcountry', 'mailingcountry'],
  state: ['state', 'billingstate', 'mailingstate'],
  employee_count: ['numberofemployees', 'employeecount'],
  description: ['description', 'aboutus'],
  linkedin_url: ['linkedincompanypage', 'hslinkedinurl', 'linkedin', 'linkedinurl'],
  profile_url: ['hslinkedinurl', 'linkedin', 'linkedinurl'],
};

/** @param row the values of a row by column; choices are proposed only where its value is one of them */
export function proposeMapping(
  columns: readonly string[],
  properties: readonly CrmProperty[],
  row: Readonly<Record<string, string | null>> | null,
): readonly { readonly column: string; readonly property: string }[] {
  const taken = new Set<string>();
  return columns.flatMap((column) => {
    const names = [...(otherNames[column] ?? []), plain(column), plain(columnTitle(column))];
    const fits = (property: CrmProperty) =>
      !property.is_read_only && property.type !== 'other' && !taken.has(property.name) && takes(property, row?.[column]);
    const free = properties.filter(fits);
    const found = names.flatMap(
      (name) =>
        free.find((property) => plain(property.name) === name) ?? free.find((property) => plain(property.label) === name) ?? [],
    );
    const [best] = found;
    if (best === undefined) return [];
    taken.add(best.name);
    return [{ column, property: best.name }];
  });
}

function takes({ choices }: CrmProperty, value: string | null | undefined): boolean {
  return choices === null || (value !== null && value !== undefined && choices.some((choice) => plain(choice) === plain(value)));
}

function plain(name: string): string {
  return name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
}
