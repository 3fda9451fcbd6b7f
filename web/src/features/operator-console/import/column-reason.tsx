/** A button for each header that says, when it is pressed, why the header is read as its column, or why it is not read. */
import type { ImportPreview } from '@leadloom/shared/contract/import-uploads';
import InfoOutlined from '@mui/icons-material/InfoOutlined';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import Typography from '@mui/material/Typography';
import { useId, useState } from 'react';
import { LazyPopover } from '../../../components/lazy-part.tsx';
import { shownHeader, spokenHeader } from './shown-header.ts';

type Column = ImportPreview['columns'][number];

interface ColumnReasonProps {
  readonly column: Column;
  /** Of the column that the header is read as; null: it is not read. */
  readonly title: string | null;
}

/** Shows nothing where the server gave no reason. */
export function ColumnReason({ column, title }: ColumnReasonProps) {
  const { reason, samples } = column;
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const titleId = useId();
  if (reason === undefined) return null;
  const name = spokenHeader(column);
  return (
    <>
      <IconButton
        size="small"
        sx={{ p: 0.5 }}
        aria-label={title === null ? `Why ${name} is not read` : `Why ${name} is read as ${title}`}
        aria-haspopup="dialog"
        aria-expanded={anchor !== null}
        onClick={({ currentTarget }) => setAnchor(currentTarget)}
      >
        <InfoOutlined fontSize="small" />
      </IconButton>
      <LazyPopover
        open={anchor !== null}
        anchorEl={anchor}
        onClose={() => setAnchor(null)}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'left' }}
        transitionDuration={0}
        slotProps={{
          paper: {
            role: 'dialog',
            'aria-labelledby': titleId,
            // An opened dialog takes the focus, because it contains nothing to press.
            tabIndex: -1,
            sx: {
              p: 2,
              width: 'max-content',
              maxWidth: 'min(28rem, calc(100vw - 2rem))',
              fontSize: '0.875rem',
              overflowWrap: 'anywhere',
            },
          },
        }}
      >
        <Typography id={titleId} variant="h3" component="h2" sx={{ mb: 0.5 }}>
          {shownHeader(column)}
        </Typography>
        <Box>
          {title === null ? 'Not read.' : `Read as ${title}.`} {reason}
        </Box>
        {samples.length > 0 && <Box sx={{ mt: 1, color: 'text.secondary' }}>Samples: {samples.join(' · ')}</Box>}
      </LazyPopover>
    </>
  );
}
