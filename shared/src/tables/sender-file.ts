/** The columns of a file for a program that sends mails: `preset=sender` of the exports of people and of collected people. */
import type { ColumnDefinition, TableDefinition } from './define-table.ts';

export const filePresets = ['sender'] as const;
export type FilePreset = (typeof filePresets)[number];

/** What a cell is made of: a column of people, a part of their name, or why they are in the file. */
export interface SenderColumn extends Pick<ColumnDefinition, 'field' | 'kind'> {
  readonly from: { readonly column: string } | { readonly part: 'first' | 'last' } | 'reason';
}

export const senderColumns = [
  { field: 'email', kind: 'email', from: { column: 'email' } },
  { field: 'first_name', kind: 'text', from: { part: 'first' } },
  { field: 'last_name', kind: 'text', from: { part: 'last' } },
  { field: 'company', kind: 'text', from: { column: 'company_name' } },
  { field: 'title', kind: 'text', from: { column: 'title' } },
  { field: 'website', kind: 'link', from: { column: 'company_website' } },
  { field: 'linkedin_url', kind: 'link', from: { column: 'linkedin_url' } },
  { field: 'reason', kind: 'text', from: 'reason' },
] as const satisfies readonly SenderColumn[];

export type SenderField = (typeof senderColumns)[number]['field'];

/** Other tables have no names and no addresses to write to. */
export function hasSenderFile({ name }: Pick<TableDefinition, 'name'>): boolean {
  return name === 'people';
}
