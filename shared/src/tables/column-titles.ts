import { tables } from './tables.ts';

const titles = new Map<string, string>(
  Object.values(tables).flatMap(({ columns }) => columns.map(({ field, headerName }) => [field, headerName] as const)),
);

/** The title of a column where the table is unknown; for a field that no table has, its words. */
export function columnTitle(field: string): string {
  const words = field.replaceAll('_', ' ');
  return titles.get(field) ?? `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}
