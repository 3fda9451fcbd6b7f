import type { TableDefinition } from '../define-table.ts';
import { type TableName, tableByName, tableNames } from '../tables.ts';
import type { LinkedTables } from './where-condition.ts';

const links: Readonly<Partial<Record<TableName, Readonly<Record<string, TableName>>>>> = {
  people: { company: 'companies' },
  companies: { people: 'people', reviews: 'reviews', store: 'shopify', investors: 'investors' },
  shopify: { company: 'companies', reviews: 'reviews' },
  reviews: { company: 'companies' },
  investors: { last_investment: 'companies' },
};

/** The links of a table as the specification names them. */
export function linksOf({ name }: TableDefinition): LinkedTables {
  const known = tableNames.find((table) => table === name);
  const own = known === undefined ? undefined : links[known];
  return (link) => {
    const target = own?.[link];
    return target === undefined ? null : tableByName(target);
  };
}
