/** Why the table was guessed. Where two tables fit, the question which of them it is. */
import { tableByName } from '@leadloom/shared/tables/tables';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useId } from 'react';
import { Notice } from '../../../components/notice.tsx';
import { needsTable, rivalTables } from './import-draft.ts';
import type { StepProps } from './step-props.ts';

/** A file fits a table poorly below it. */
const POOR_FIT = 0.5;
/** The same where no other table fits about as well: exports of a whole program have many headers that no table has. */
const POOR_CLEAR_FIT = 0.25;

interface TableChoiceProps extends Pick<StepProps, 'draft' | 'preview'> {
  readonly onChoose: (table: string) => void;
}

export function TableChoice({ draft, preview, onChoose }: TableChoiceProps) {
  if (rivalTables(preview).length > 0) return <Question draft={draft} preview={preview} onChoose={onChoose} />;
  const { table, fits, sheets = [], sheet } = preview;
  if (needsTable(draft, preview)) {
    const whole =
      preview.columns.length === 0
        ? 'No row can be read in this file. Change how it is read, or choose another file.'
        : 'No table fits this file. Choose the table that its rows belong to, or change how the file is read.';
    const ofSheet = `No table fits the sheet ${sheet}. Choose another sheet, or the table that its rows belong to.`;
    return <Notice severity="warning">{sheets.length > 1 ? ofSheet : whole}</Notice>;
  }
  const reason = fits.find((candidate) => candidate.table === table)?.reason;
  return (
    <>
      {reason !== undefined && (
        <Box sx={{ color: 'text.secondary', fontSize: '0.875rem' }}>
          {draft.table === null ? `Guessed: ${tableByName(table).title}. ${reason}` : reason}
        </Box>
      )}
      <PoorFit preview={preview} />
    </>
  );
}

/** It stays when it was answered, so that the other table is one press away. */
function Question({ draft, preview, onChoose }: TableChoiceProps) {
  const titleId = useId();
  return (
    <Box
      role="group"
      aria-labelledby={titleId}
      sx={{ display: 'grid', gap: 1.5, p: 2, border: 1, borderColor: 'divider', borderRadius: 1, bgcolor: 'background.paper' }}
    >
      <Box id={titleId} sx={{ fontWeight: 600 }}>
        Two tables fit this file. Which is it?
      </Box>
      {rivalTables(preview).map(({ table, reason }) => (
        <Box
          key={table}
          sx={{
            display: 'grid',
            gridTemplateColumns: { sm: '10rem minmax(0, 1fr)' },
            gap: { xs: 0.5, sm: 2 },
            alignItems: 'center',
          }}
        >
          <Button
            variant={draft.table === table ? 'contained' : 'outlined'}
            aria-pressed={draft.table === table}
            onClick={() => onChoose(table)}
          >
            {tableByName(table).title}
          </Button>
          <Box sx={{ color: 'text.secondary', fontSize: '0.875rem' }}>{reason}</Box>
        </Box>
      ))}
    </Box>
  );
}

function PoorFit({ preview: { table, fits, is_fit_clear: isClear } }: Pick<StepProps, 'preview'>) {
  const fit = fits.find((candidate) => candidate.table === table)?.fit ?? 0;
  const [best] = fits;
  if (fit >= (isClear === true && best?.table === table ? POOR_CLEAR_FIT : POOR_FIT)) return null;
  const { title } = tableByName(table);
  const other = best !== undefined && best.table !== table && best.fit >= POOR_FIT ? tableByName(best.table).title : null;
  return (
    <Notice severity="warning">
      {other === null
        ? `This file fits ${title} poorly. Check the table and the separator, or say what each column means in the next step.`
        : `This file fits ${title} poorly and ${other} better. Check the table.`}
    </Notice>
  );
}
