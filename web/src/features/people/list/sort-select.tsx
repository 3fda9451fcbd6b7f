import { styled } from '@mui/material/styles';
import { NativeSelect } from '../../../components/native-select.tsx';
import { visuallyHidden } from '../../../components/visually-hidden.ts';
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
      <NativeSelect
        value={`${sort.field} ${sort.order}`}
        onChange={(event) => {
          const choice = sortChoices.find(({ value }) => value === event.target.value);
          if (choice !== undefined) onChange({ field: choice.field, order: choice.order });
        }}
        sx={{ minHeight: '2rem' }}
      >
        {sortChoices.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </NativeSelect>
    </Labelled>
  );
}

const Labelled = styled('label')(({ theme: { vars, breakpoints } }) => ({
  display: 'flex',
  alignItems: 'center',
  gap: '0.5rem',
  color: vars.palette.text.secondary,
  fontSize: '0.875rem',
  // The orders say what they are.
  [breakpoints.down('sm')]: { '& > span:first-of-type': visuallyHidden },
}));
