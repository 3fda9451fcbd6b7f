/** How many rows are new since the last visit, and a press that shows them alone. */
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { formatCount } from '../../lib/format-count.ts';
import { sinceText } from './changed-text.ts';

interface NewRowsNoteProps {
  readonly count: number;
  readonly since: string;
  readonly onShow: () => void;
}

export function NewRowsNote({ count, since, onShow }: NewRowsNoteProps) {
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', fontSize: '0.875rem', fontVariantNumeric: 'tabular-nums' }}>
      <span>{`${formatCount(count)} new since ${sinceText(since, new Date())}`}</span>
      <Button size="small" aria-label="Show new rows" onClick={onShow}>
        Show
      </Button>
    </Box>
  );
}
