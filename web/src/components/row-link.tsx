/** Leads from a row that a message, a preview or a run names to its record. */
import type { ReactNode } from 'react';
import { generatePath } from 'react-router-dom';
import { paths, recordPath } from '../lib/paths.ts';
import type { SourceTable } from '../lib/row-sources/use-row-sources.ts';
import { TextLink } from './text-link.tsx';

interface RowLinkProps {
  /** Where the row is; null: it is not known, and nothing leads there. */
  readonly table: SourceTable | null;
  readonly row: number;
  readonly children: ReactNode;
}

export function RowLink({ table, row, children }: RowLinkProps) {
  if (table === null) return children;
  const isPerson = table === 'collected-people';
  return (
    <TextLink to={isPerson ? generatePath(paths.linkedinUser, { userId: String(row) }) : recordPath(table, row)}>
      {children}
    </TextLink>
  );
}
