/** Leads from a row that a CRM got, or did not get, to its record. */
import type { ReactNode } from 'react';
import { TextLink } from '../../../components/text-link.tsx';
import { recordPath } from '../../../lib/paths.ts';
import type { SourceTable } from '../../../lib/row-sources/use-row-sources.ts';

interface RowLinkProps {
  /** Where the row is; null: it is not known, and nothing leads there. */
  readonly table: SourceTable | null;
  readonly row: number;
  readonly children: ReactNode;
}

export function RowLink({ table, row, children }: RowLinkProps) {
  if (table === null || table === 'collected-people') return children;
  return <TextLink to={recordPath(table, row)}>{children}</TextLink>;
}
