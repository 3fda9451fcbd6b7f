/** The table of tracked names, its skeleton while it loads, or the empty text. */
import Box from '@mui/material/Box';
import Skeleton from '@mui/material/Skeleton';
import type { ReactNode } from 'react';
import { visuallyHidden } from '../../components/visually-hidden.ts';
import { StyledTable } from './tracked-table-styles.ts';

const SHAPES = ['first', 'second', 'third'] as const;

interface TrackedTableProps {
  readonly columns: readonly string[];
  /** The name of the last column, which has no visible text. */
  readonly action: string;
  readonly isLoading: boolean;
  /** If there are none, `instead` is shown. */
  readonly rows: readonly ReactNode[];
  readonly instead: ReactNode;
}

export function TrackedTable({ columns, action, isLoading, rows, instead }: TrackedTableProps) {
  return (
    <StyledTable aria-busy={isLoading}>
      <thead>
        <tr>
          {columns.map((column) => (
            <th key={column} scope="col" data-number={column === 'Followers' ? '' : undefined}>
              {column}
            </th>
          ))}
          <th scope="col">
            <Box component="span" sx={visuallyHidden}>
              {action}
            </Box>
          </th>
        </tr>
      </thead>
      <tbody>
        {rows}
        {isLoading &&
          SHAPES.map((shape) => (
            <tr key={shape} aria-hidden>
              <td colSpan={columns.length + 1}>
                <Skeleton width="min(100%, 26rem)" height={32} />
              </td>
            </tr>
          ))}
        {!isLoading && rows.length === 0 && (
          <tr>
            <td colSpan={columns.length + 1} className="instead">
              {instead}
            </td>
          </tr>
        )}
      </tbody>
    </StyledTable>
  );
}
