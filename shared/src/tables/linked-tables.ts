/**
 * The links of a table by which its rows can be filtered, and the table that each leads to. Which rows belong to a row is
 * defined by the server's links, which are also those of the record page.
 */
import type { TableDefinition } from './define-table.ts';
import { type TableName, tableByName } from './tables.ts';

const linkedTables: Readonly<Record<string, Readonly<Record<string, TableName>>>> = {
  'collected-people': { company: 'companies' },
  companies: { people: 'people', reviews: 'reviews', store: 'shopify', investors: 'investors', jobs: 'jobs' },
  investors: { last_investment: 'companies' },
  jobs: { company: 'companies' },
  people: { company: 'companies' },
  reviews: { company: 'companies' },
  shopify: { company: 'companies', reviews: 'reviews' },
};

/** The names of a table's links. */
export function linkNames({ name }: Pick<TableDefinition, 'name'>): readonly string[] {
  return Object.keys(linksFrom(name));
}

/** The table that a link leads to; null: the table has no such link. */
export function linkedTable(from: Pick<TableDefinition, 'name'>, link: string): TableDefinition | null {
  const linked = linkedTableName(from, link);
  return linked === null ? null : tableByName(linked);
}

/** The name of that table. */
export function linkedTableName({ name }: Pick<TableDefinition, 'name'>, link: string): TableName | null {
  const links = linksFrom(name);
  return (Object.hasOwn(links, link) ? links[link] : undefined) ?? null;
}

function linksFrom(name: string): Readonly<Record<string, TableName>> {
  return (Object.hasOwn(linkedTables, name) ? linkedTables[name] : undefined) ?? {};
}
