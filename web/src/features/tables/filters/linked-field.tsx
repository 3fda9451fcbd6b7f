/** What linked rows must be, in words. It comes from an address, and can be taken away. */
import Button from '@mui/material/Button';
import { useContext } from 'react';
import { BelowChip } from '../../../components/filter-fields/use-list-open.ts';

interface LinkedFieldProps {
  readonly label: string;
  readonly value: string;
  readonly onClear: () => void;
}

export function LinkedField({ label, value, onClear }: LinkedFieldProps) {
  const { onDone } = useContext(BelowChip);
  return (
    <div style={{ display: 'grid', gap: '0.75rem', justifyItems: 'start', fontSize: '0.875rem', overflowWrap: 'anywhere' }}>
      <span>
        {label}: {value}
      </span>
      <Button
        size="small"
        variant="outlined"
        color="inherit"
        onClick={() => {
          onClear();
          onDone();
        }}
      >
        Remove
      </Button>
    </div>
  );
}
