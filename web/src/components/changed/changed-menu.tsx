/** The button above the rows that opens the field of "Changed". */
import HistoryRounded from '@mui/icons-material/HistoryRounded';
import Button from '@mui/material/Button';
import { useMemo, useState } from 'react';
import { LazyFilterPopover } from '../filter-fields/lazy-filter-popover.ts';
import { useDraft } from '../filter-fields/use-draft.ts';
import { lazyPart } from '../lazy-part.tsx';
import { usePartsAhead } from '../use-parts-ahead.ts';
import { changedText } from './changed-text.ts';

const ChangedField = lazyPart(async () => (await import('./changed-field.tsx')).ChangedField);
const parts = [LazyFilterPopover, ChangedField];

interface ChangedMenuProps {
  /** null: at any time. */
  readonly value: string | null;
  /** Empty: at any time. */
  readonly onChange: (changed: string) => void;
  /** The button says what is chosen, for screens whose filters do not. */
  readonly isNamed?: boolean;
}

const anyTime = { changed: '' };

export function ChangedMenu({ value, onChange, isNamed = false }: ChangedMenuProps) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  usePartsAhead(parts, anchor !== null);
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
        {isNamed && value !== null ? `Changed ${changedText(value)}` : 'Changed'}
      </Button>
      <LazyFilterPopover label="Changed" anchor={anchor} isAlone onClose={() => setAnchor(null)}>
        <ChangedField
          value={filters.changed === '' ? null : filters.changed}
          onChange={(changed, isTyped = false) => change(() => ({ changed }), isTyped)}
        />
      </LazyFilterPopover>
    </>
  );
}
