import { styled } from '@mui/material/styles';
import type { PeopleSort } from './people-address.ts';
import { sortChoices } from './sort-choices.ts';

interface SortSelectProps {
  readonly sort: PeopleSort;
  readonly onChange: (sort: PeopleSort) => void;
}

/** All orders by name: for narrow screens, which show no header, and for followers, which have no column. */
export function SortSelect({ sort, onChange }: SortSelectProps) {
  return (
    <Labelled>
      <span>Sort by</span>
      <select
        value={`${sort.field} ${sort.order}`}
        onChange={(event) => {
          const choice = sortChoices.find(({ value }) => value === event.target.value);
          if (choice !== undefined) onChange({ field: choice.field, order: choice.order });
        }}
      >
        {sortChoices.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
    </Labelled>
  );
}

/** As in the pager's select. */
const Labelled = styled('label')(({ theme: { vars } }) => ({
  display: 'flex',
  alignItems: 'center',
  gap: '0.5rem',
  color: vars.palette.text.secondary,
  fontSize: '0.875rem',
  '& select': {
    height: '2rem',
    padding: '0 0.25rem',
    border: `1px solid color-mix(in srgb, ${vars.palette.text.primary} 48%, transparent)`,
    borderRadius: vars.shape.borderRadius,
    background: 'none',
    color: vars.palette.text.primary,
    font: 'inherit',
    '&:focus-visible': { outline: `2px solid ${vars.palette.primary.main}` },
  },
  // The browser draws the list itself and takes its colours from here.
  '& option': { color: vars.palette.text.primary, background: vars.palette.background.paper },
}));
