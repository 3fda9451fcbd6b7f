/** The button above the rows that opens the field of "Changed". */
import HistoryRounded from '@mui/icons-material/HistoryRounded';
import Button from '@mui/material/Button';
import { lazy, useMemo, useState } from 'react';
import { FilterPopover } from '../../../components/filter-fields/filter-popover.tsx';
import { useDraft } from '../../../components/filter-fields/use-draft.ts';

const ChangedField = lazy(async () => ({ default: (await import('./changed-field.tsx')).ChangedField }));

interface ChangedMenuProps {
  /** null: at any time. */
  readonly value: string | null;
  /** Empty: at any time. */
  readonly onChange: (changed: string) => void;
}

const anyTime = { changed: '' };

export function ChangedMenu({ value, onChange }: ChangedMenuProps) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const applied = useMemo(() => ({ changed: value ?? '' }), [value]);
  const { filters, change } = useDraft(applied, anyTime, ({ changed }) => onChange(changed));
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
        <ChangedField
          value={filters.changed === '' ? null : filters.changed}
          onChange={(changed, isTyped = false) => change(() => ({ changed }), isTyped)}
        />
      </FilterPopover>
    </>
  );
}
