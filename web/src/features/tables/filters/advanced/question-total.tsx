/** How many rows the question finds that is being asked: the editor may cover the number above the rows. */
import { WHERE_FILTER } from '@leadloom/shared/tables/filter-parameters';
import type { TableName } from '@leadloom/shared/tables/tables';
import { styled } from '@mui/material/styles';
import { formatRows } from '../../../../lib/format-rows.ts';
import type { TableState } from '../../address/filters-in-url.ts';
import { useTableAnswer } from '../../rows/use-table-rows.ts';
import { textValue } from '../change-filters.ts';

interface QuestionTotalProps {
  readonly table: TableName;
  /** What the rows are asked for. */
  readonly state: TableState;
  /** The expression as it was last changed: it may be asked a moment later. */
  readonly where: string;
}

export function QuestionTotal({ table, state, where }: QuestionTotalProps) {
  const answer = useTableAnswer(table, state);
  const isCurrent =
    JSON.stringify(answer?.state.filters) === JSON.stringify(state.filters) && textValue(state.filters, WHERE_FILTER) === where;
  const total = isCurrent ? answer?.total : null;
  return <Total role="status">{total == null ? '' : formatRows(total)}</Total>;
}

const Total = styled('span')(({ theme: { vars } }) => ({
  marginInlineStart: 'auto',
  fontSize: '0.875rem',
  fontVariantNumeric: 'tabular-nums',
  color: vars.palette.text.secondary,
}));
