/** The record beside its table, and its header with the way to the rows before and after. */

import type { TableRow } from '@leadloom/shared/tables/define-table';
import type { TableName } from '@leadloom/shared/tables/tables';
import ChevronLeftRounded from '@mui/icons-material/ChevronLeftRounded';
import ChevronRightRounded from '@mui/icons-material/ChevronRightRounded';
import CloseRounded from '@mui/icons-material/CloseRounded';
import OpenInFullRounded from '@mui/icons-material/OpenInFullRounded';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import Typography from '@mui/material/Typography';
import { useEffect, useRef } from 'react';
import { Link } from 'react-router-dom';
import { recordPath } from '../../../lib/paths.ts';
import { RecordBody } from './record-body.tsx';
import { nameOfRow } from './row-name.ts';
import { useRecord } from './use-record.ts';

interface RecordPanelProps {
  readonly name: TableName;
  readonly id: number;
  /** The row as the list has it; undefined: it is not on this page of the list. */
  readonly row: TableRow | undefined;
  /** null: there is none. */
  readonly onPrevious: (() => void) | null;
  readonly onNext: (() => void) | null;
  readonly onClose: () => void;
  /** Whether the heading gets the focus. The panel asks when it opens. */
  readonly isReadNext: () => boolean;
}

export function RecordPanel({ name, id, row, onPrevious, onNext, onClose, isReadNext }: RecordPanelProps) {
  const record = useRecord(name, id, row);
  const heading = useRef<HTMLHeadingElement>(null);
  const title = record.row === undefined ? '' : nameOfRow(name, record.row);

  // Opened from the list or covering it, it is read next; otherwise the page begins at its own heading.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when it opens
  useEffect(() => {
    if (isReadNext()) heading.current?.focus({ preventScroll: true });
  }, []);

  return (
    <Box sx={{ display: 'grid', gap: 2, p: 2 }}>
      <Box sx={{ display: 'flex', alignItems: 'flex-start', gap: 0.5 }}>
        <Typography
          ref={heading}
          component="h2"
          tabIndex={-1}
          aria-live="polite"
          sx={{
            flex: 1,
            outline: 'none',
            minWidth: 0,
            minHeight: '2rem',
            fontSize: '1.125rem',
            lineHeight: '2rem',
            fontWeight: 600,
            overflowWrap: 'anywhere',
          }}
        >
          {title}
        </Typography>
        <IconButton
          size="small"
          aria-label="Previous row"
          title="Previous row (K)"
          disabled={onPrevious === null}
          onClick={() => onPrevious?.()}
        >
          <ChevronLeftRounded fontSize="small" />
        </IconButton>
        <IconButton size="small" aria-label="Next row" title="Next row (J)" disabled={onNext === null} onClick={() => onNext?.()}>
          <ChevronRightRounded fontSize="small" />
        </IconButton>
        <IconButton size="small" component={Link} to={recordPath(name, id)} aria-label="Open as a page" title="Open as a page">
          <OpenInFullRounded sx={{ fontSize: '1rem' }} />
        </IconButton>
        <IconButton size="small" aria-label="Close record" title="Close (Esc)" onClick={onClose}>
          <CloseRounded fontSize="small" />
        </IconButton>
      </Box>
      <RecordBody name={name} id={id} level="h3" record={record} listed={row} />
    </Box>
  );
}
