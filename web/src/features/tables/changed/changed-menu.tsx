/** The button above the rows that opens the field of "Changed". */
import HistoryRounded from '@mui/icons-material/HistoryRounded';
import Button from '@mui/material/Button';
import { lazy, useState } from 'react';
import { FilterPopover } from '../../../components/filter-fields/filter-popover.tsx';

const ChangedField = lazy(async () => ({ default: (await import('./changed-field.tsx')).ChangedField }));

interface ChangedMenuProps {
  readonly value: string | null;
  readonly onChange: (changed: string) => void;
}

export function ChangedMenu({ value, onChange }: ChangedMenuProps) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  return (
    <>
      <Button
        size="small"
        color={value === null ? 'inherit' : 'primary'}
        startIcon={<HistoryRounded />}
        aria-haspopup="dialog"
        aria-expanded={anchor !== null}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        Changed
      </Button>
      <FilterPopover label="Changed" anchor={anchor} onClose={() => setAnchor(null)}>
        <ChangedField value={value} onChange={onChange} />
      </FilterPopover>
    </>
  );
}
