/** Shows the full value of a truncated cell, and of every link, which can be opened or copied here. */
import type { CellValue, ColumnDefinition } from '@leadloom/shared/tables/define-table';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useId, useRef } from 'react';
import { CopyButton } from '../../copy-button.tsx';
import { LazyPopover } from '../../lazy-part.tsx';
import { wholeText } from './cell-format.ts';
import { cellHref, linkAction, linkTarget } from './cell-link.ts';

export interface OpenCell {
  readonly anchor: HTMLElement;
  readonly definition: ColumnDefinition;
  readonly value: CellValue;
}

interface CellPopoverProps {
  readonly cell: OpenCell | null;
  readonly onClose: () => void;
}

export function CellPopover({ cell, onClose }: CellPopoverProps) {
  const titleId = useId();
  const text = useRef<HTMLDivElement>(null);
  // The content stays while the popover fades out.
  const last = useRef<OpenCell | null>(null);
  if (cell !== null) last.current = cell;
  const shown = last.current;
  if (shown === null) return null;
  const { definition, value } = shown;
  const href = typeof value === 'string' ? cellHref(definition, value) : null;
  const whole = wholeText(definition, value);
  return (
    <LazyPopover
      open={cell !== null}
      anchorEl={shown.anchor}
      onClose={onClose}
      anchorOrigin={{ vertical: 'bottom', horizontal: 'left' }}
      slotProps={{
        paper: {
          role: 'dialog',
          'aria-labelledby': titleId,
          sx: {
            width: 'min(34rem, calc(100vw - 2rem))',
            maxHeight: 'min(26rem, 70dvh)',
            display: 'flex',
            flexDirection: 'column',
          },
        },
      }}
    >
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, pl: 2, pr: 1, pt: 1 }}>
        <Typography id={titleId} component="h2" sx={{ flex: 1, fontSize: '0.8125rem', fontWeight: 560, color: 'text.secondary' }}>
          {definition.headerName}
        </Typography>
        {href !== null && (
          <Button size="small" variant="outlined" href={href} aria-describedby={titleId} {...linkTarget(href)}>
            {linkAction(definition)}
          </Button>
        )}
        <CopyButton text={whole} shownIn={text} describedBy={titleId} />
      </Box>
      <Box
        ref={text}
        // Focusable, because it may scroll.
        tabIndex={0}
        role="group"
        aria-labelledby={titleId}
        sx={{
          m: 1,
          mt: 0.5,
          p: 1,
          overflow: 'auto',
          borderRadius: 1,
          fontSize: '0.875rem',
          lineHeight: 1.6,
          whiteSpace: 'pre-wrap',
          overflowWrap: 'anywhere',
          unicodeBidi: 'plaintext',
        }}
      >
        {whole}
      </Box>
    </LazyPopover>
  );
}
