import type { ColumnDefinition, TableRow } from '@leadloom/shared/tables/define-table';
import { styled } from '@mui/material/styles';
import { memo } from 'react';
import { cellText } from '../body/cell-format.ts';
import { MAX_CELL_LETTERS } from '../body/grid-row.tsx';
import { shownCell } from '../body/shown-cell.ts';
import { inRem } from '../columns/column-widths.ts';
import { isNumeric } from '../columns/grid-column.ts';
import { HEADER_HEIGHT, ROW_HEIGHT } from '../grid-measures.ts';

/** The number of rows in the picture, enough to recognise the column. */
const PICTURED_ROWS = 8;

interface ColumnPictureProps {
  readonly definition: ColumnDefinition;
  readonly rows: readonly TableRow[];
  readonly width: number;
}

/** The picture of a dragged column: its name and its first cells. */
export const ColumnPicture = memo(function ColumnPicture({ definition, rows, width }: ColumnPictureProps) {
  return (
    <Picture aria-hidden style={{ width: inRem(width), textAlign: isNumeric(definition) ? 'end' : 'start' }}>
      <strong>{definition.headerName}</strong>
      {rows.slice(0, PICTURED_ROWS).map((row) => (
        <div key={row.id}>{cellText(definition, shownCell(row, definition)).slice(0, MAX_CELL_LETTERS)}</div>
      ))}
    </Picture>
  );
});

const Picture = styled('div')(({ theme }) => ({
  borderRadius: theme.shape.borderRadius,
  border: `1px solid ${theme.vars.palette.primary.main}`,
  background: theme.vars.palette.background.paper,
  boxShadow: theme.vars.shadows[8],
  fontSize: '0.875rem',
  cursor: 'grabbing',
  '& > *': {
    display: 'block',
    height: ROW_HEIGHT,
    padding: '0 0.75rem',
    lineHeight: ROW_HEIGHT,
    whiteSpace: 'nowrap',
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    color: theme.vars.palette.text.secondary,
  },
  '& > strong': {
    height: HEADER_HEIGHT,
    lineHeight: HEADER_HEIGHT,
    fontSize: '0.8125rem',
    fontWeight: 560,
    color: theme.vars.palette.text.primary,
  },
}));
