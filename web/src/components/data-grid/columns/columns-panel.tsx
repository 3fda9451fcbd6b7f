/** Which columns are shown: a list to search and tick, in the order of the screen. */
import type { ColumnDefinition } from '@leadloom/shared/tables/define-table';
import ViewColumnOutlined from '@mui/icons-material/ViewColumnOutlined';
import Button from '@mui/material/Button';
import { memo, useId, useState } from 'react';
import { LazyPopover, lazyPart } from '../../lazy-part.tsx';
import type { Layout } from './column-layout.ts';

const ColumnsList = lazyPart(async () => (await import('./columns-list.tsx')).ColumnsList);

interface ColumnsPanelProps {
  readonly definitions: readonly ColumnDefinition[];
  readonly layout: Layout;
  readonly onChange: (layout: Layout) => void;
}

export const ColumnsPanel = memo(function ColumnsPanel({ definitions, layout, onChange }: ColumnsPanelProps) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const titleId = useId();
  return (
    <>
      <Button
        size="small"
        color="inherit"
        startIcon={<ViewColumnOutlined />}
        aria-haspopup="dialog"
        aria-expanded={anchor !== null}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        Columns
      </Button>
      <LazyPopover
        open={anchor !== null}
        anchorEl={anchor}
        onClose={() => setAnchor(null)}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
        transformOrigin={{ vertical: 'top', horizontal: 'right' }}
        slotProps={{
          paper: {
            role: 'dialog',
            'aria-labelledby': titleId,
            sx: { width: '18rem', maxHeight: 'min(32rem, 80dvh)', display: 'flex', flexDirection: 'column' },
          },
        }}
      >
        <ColumnsList titleId={titleId} definitions={definitions} layout={layout} onChange={onChange} />
      </LazyPopover>
    </>
  );
});
