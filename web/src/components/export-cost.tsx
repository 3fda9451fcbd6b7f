/** The figures of an export, and a sentence with them where it is refused. */
import type { ExportPreview } from '@leadloom/shared/contract/tables';
import Box from '@mui/material/Box';
import { formatCount } from '../lib/format-count.ts';
import { formatRows } from '../lib/format-rows.ts';
import { Notice } from './notice.tsx';

export function ExportCost({ preview }: { readonly preview: ExportPreview }) {
  const { rows, already_exported, charged, remaining, is_allowed } = preview;
  const after = remaining === null ? null : remaining - charged;
  return (
    <>
      <Box
        component="dl"
        sx={{
          m: 0,
          display: 'grid',
          gridTemplateColumns: '1fr auto',
          gap: '0.375rem 1.5rem',
          fontSize: '0.875rem',
          '& dt': { color: 'text.secondary' },
          '& dd': { m: 0, textAlign: 'end', fontVariantNumeric: 'tabular-nums' },
        }}
      >
        <Figure name="Rows in the file" value={rows} />
        <Figure name="Already exported this month, not counted again" value={already_exported} />
        <Figure name="Counted now" value={charged} />
        <Figure name={is_allowed ? 'Left afterwards' : 'Left this month'} value={is_allowed ? after : remaining} />
      </Box>
      {!is_allowed && (
        <Notice severity="warning">
          This export counts {formatRows(charged)}, and {remaining === 0 ? 'none are' : formatRows(remaining ?? 0)} left of this
          month's limit{preview.limit === null ? '' : ` of ${formatCount(preview.limit)}`}.
        </Notice>
      )}
    </>
  );
}

function Figure({ name, value }: { readonly name: string; readonly value: number | null }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>{value === null ? 'no limit' : formatCount(value)}</dd>
    </>
  );
}
